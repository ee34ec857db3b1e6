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
 * Files of the class path, copied into one file when a distribution is built. The classes of a
 * distribution come from a start-up cache. Opening jars only for the few other files would take a
 * fifth of a short run.
 *
 * <p>For each name, the file has the length of the name, the name, and the number of files with
 * that name. For each of these files it has the length and the bytes.
 */
final class PackedFiles {
  private final byte[] content;

  private PackedFiles(byte[] content) {
    this.content = content;
  }

  /**
   * Opens a packed file. Null if there is none that can be read; the jars contain all of its files
   * too.
   */
  static @Nullable PackedFiles open(@Nullable String file) {
    if (file == null) {
      return null;
    }
    try (var in = new FileInputStream(file)) {
      return new PackedFiles(in.readAllBytes());
    } catch (IOException e) {
      return null;
    }
  }

  /** All files of that name; null if no file of that name was packed. */
  @Nullable List<byte[]> find(String name) {
    byte[] wanted = name.getBytes(UTF_8);
    ByteBuffer rest = ByteBuffer.wrap(content);
    while (rest.hasRemaining()) {
      boolean found = Arrays.equals(readNext(rest), wanted);
      int count = rest.getInt();
      var files = new ArrayList<byte[]>();
      for (int i = 0; i < count; i++) {
        if (found) {
          files.add(readNext(rest));
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

  private static byte[] readNext(ByteBuffer rest) {
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

    static @Nullable Writer open(@Nullable String file) {
      return file == null ? null : new Writer(file);
    }

    /** Adds all files of that name after those already packed. */
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
