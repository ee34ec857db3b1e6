package dev.kiln.sdk.classpath;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files of the class path, copied into one when a distribution is made: its classes come from a
 * start-up cache, and to open jars for the little else there is takes a fifth of a short run.
 *
 * <p>The file has for each name its length, itself, and how many files of that name there are; for
 * each of these its length, and itself.
 */
final class PackedFiles {
  private final byte[] content;

  private PackedFiles(byte[] content) {
    this.content = content;
  }

  /** What is packed in that file, if there is one that can be read: jars have all of it too. */
  static @Nullable PackedFiles in(@Nullable String file) {
    if (file == null) {
      return null;
    }
    try (var in = new FileInputStream(file)) {
      return new PackedFiles(in.readAllBytes());
    } catch (IOException e) {
      return null;
    }
  }

  /** All files of that name; null if the name is none of those packed. */
  @Nullable List<byte[]> find(String name) {
    byte[] wanted = name.getBytes(UTF_8);
    ByteBuffer rest = ByteBuffer.wrap(content);
    while (rest.hasRemaining()) {
      boolean found = Arrays.equals(next(rest), wanted);
      int count = rest.getInt();
      var files = new ArrayList<byte[]>();
      for (int i = 0; i < count; i++) {
        if (found) {
          files.add(next(rest));
        } else {
          rest.position(rest.getInt() + rest.position());
        }
      }
      if (found) {
        return files;
      }
    }
    return null;
  }

  private static byte[] next(ByteBuffer rest) {
    var bytes = new byte[rest.getInt()];
    rest.get(bytes);
    return bytes;
  }

  /** Packs files. */
  static final class Writer {
    private final String file;
    private final Set<String> names = new HashSet<>();

    private Writer(String file) {
      this.file = file;
    }

    static @Nullable Writer to(@Nullable String file) {
      return file == null ? null : new Writer(file);
    }

    /** Adds all files of that name behind those that are there. */
    synchronized void add(String name, List<byte[]> files) throws IOException {
      if (!names.add(name)) {
        return;
      }
      try (var out = new DataOutputStream(new FileOutputStream(file, names.size() > 1))) {
        write(name.getBytes(UTF_8), out);
        out.writeInt(files.size());
        for (byte[] one : files) {
          write(one, out);
        }
      }
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }
}
