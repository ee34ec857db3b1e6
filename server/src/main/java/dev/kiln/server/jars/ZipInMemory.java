package dev.kiln.server.jars;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A zip file in memory, packed as it is: each file in it is unpacked when it is asked for. {@link
 * java.util.zip.ZipFile} reads from a disk alone, where others may write.
 */
final class ZipInMemory {
  private static final int END = 0x06054b50;
  private static final int END_SIZE = 22;
  private static final int LISTED = 0x02014b50;
  private static final int LISTED_SIZE = 46;
  private static final int FILE = 0x04034b50;
  private static final int FILE_SIZE = 30;

  private static final int ENCRYPTED = 1;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int MANY = 0xffff;

  /** No packed byte stands for more. */
  private static final long MOST_FOR_A_BYTE = 1032;

  private final byte[] bytes;
  private final ByteBuffer numbers;
  private final Map<String, Entry> entries = new HashMap<>();

  private record Entry(int start, int packed, int size, int crc, int method) {}

  /**
   * Reads all of it once: what is half there is found now.
   *
   * @param bytes are kept, not copied
   */
  ZipInMemory(byte[] bytes) throws BadJar {
    this.bytes = bytes;
    this.numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try {
      list(end());
      for (Entry entry : entries.values()) {
        unpack(entry);
      }
    } catch (IndexOutOfBoundsException | DataFormatException _) {
      throw new BadJar("is damaged, or was copied in part (expected: a whole jar)");
    }
  }

  void writeTo(Path file) throws IOException {
    Files.write(file, bytes);
  }

  boolean isMadeOf(byte[] others) {
    return Arrays.equals(bytes, others);
  }

  int size() {
    return bytes.length;
  }

  Set<String> names() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  boolean has(String name) {
    return entry(name) != null;
  }

  /** The bytes of a file, none for a folder; null if there is nothing of that name. */
  byte @Nullable [] find(String name) {
    Entry entry = entry(name);
    try {
      return entry == null ? null : unpack(entry);
    } catch (DataFormatException e) {
      throw new IllegalStateException(name + " could be unpacked before", e);
    }
  }

  private @Nullable Entry entry(String name) {
    Entry file = entries.get(name);
    return file == null ? entries.get(name + "/") : file;
  }

  /** Where the record is that ends the file; it may carry a comment. */
  private int end() throws BadJar {
    int last = bytes.length - END_SIZE;
    for (int at = last; at >= Math.max(0, last - MANY); at--) {
      if (numbers.getInt(at) == END && at + END_SIZE + word(at + 20) == bytes.length) {
        return at;
      }
    }
    boolean began = bytes.length >= Integer.BYTES && numbers.getInt(0) == FILE;
    throw new BadJar(
        began
            ? "ends before its list of files: it was copied in part (expected: a whole jar; copy it"
                + " under another name, then rename it)"
            : "is no zip file (expected: a jar)");
  }

  private void list(int end) throws BadJar, DataFormatException {
    int count = word(end + 10);
    int first = end - numbers.getInt(end + 12);
    int before = first - numbers.getInt(end + 16); // a script, say, that starts the jar
    if (count == MANY || numbers.getInt(end + 16) == -1) {
      throw new BadJar("is a zip64 file (expected: a jar of fewer than 65,535 files)");
    }
    int at = first;
    for (int i = 0; i < count; i++) {
      require(numbers.getInt(at) == LISTED);
      int nameSize = word(at + 28);
      String name = new String(bytes, at + LISTED_SIZE, nameSize, UTF_8);
      entries.put(name, entry(name, at, before + numbers.getInt(at + 42)));
      at += LISTED_SIZE + nameSize + word(at + 30) + word(at + 32);
    }
    require(at == end);
  }

  private Entry entry(String name, int at, int file) throws BadJar, DataFormatException {
    int method = word(at + 10);
    if ((word(at + 8) & ENCRYPTED) != 0 || (method != STORED && method != DEFLATED)) {
      throw new BadJar(name + " in it is encrypted or packed in a rare way (expected: deflated)");
    }
    require(numbers.getInt(file) == FILE);
    int start = file + FILE_SIZE + word(file + 26) + word(file + 28);
    int packed = numbers.getInt(at + 20);
    int size = numbers.getInt(at + 24);
    require(packed >= 0 && packed <= bytes.length - start);
    require(size >= 0 && size <= (method == STORED ? packed : packed * MOST_FOR_A_BYTE));
    return new Entry(start, packed, size, numbers.getInt(at + 16), method);
  }

  private byte[] unpack(Entry entry) throws DataFormatException {
    byte[] unpacked =
        entry.method() == STORED
            ? Arrays.copyOfRange(bytes, entry.start(), entry.start() + entry.size())
            : inflate(entry);
    var crc = new CRC32();
    crc.update(unpacked);
    require((int) crc.getValue() == entry.crc());
    return unpacked;
  }

  private byte[] inflate(Entry entry) throws DataFormatException {
    var inflated = new byte[entry.size()];
    var inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, entry.start(), entry.packed());
      require(inflater.inflate(inflated) == inflated.length);
    } finally {
      inflater.end();
    }
    return inflated;
  }

  private int word(int at) {
    return numbers.getShort(at) & 0xffff;
  }

  private static void require(boolean ok) throws DataFormatException {
    if (!ok) {
      throw new DataFormatException();
    }
  }
}
