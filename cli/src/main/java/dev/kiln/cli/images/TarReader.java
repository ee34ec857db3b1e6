package dev.kiln.cli.images;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads tar archives from front to back: those of POSIX, with the names of any length that pax and
 * GNU tar write.
 */
final class TarReader {
  static final int BLOCK = 512;
  private static final int MOST = 1 << 20;

  private static final int NAME = 0;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int SUM = 148;
  private static final int SUM_LENGTH = 8;
  private static final int TYPE = 156;
  private static final int LINK = 157;
  private static final int MAGIC = 257;
  private static final int PREFIX = 345;
  private static final int PREFIX_LENGTH = 155;

  private final InputStream in;
  private long at;
  private long next;

  TarReader(InputStream in) {
    this.in = in;
  }

  /** The next entry; its bytes are what {@link #bytes} gives until it is asked for another. */
  Optional<TarEntry> next() throws IOException {
    skip(next - at);
    at = next;
    long start = at;
    Map<String, String> extendedHeader = new HashMap<>();
    while (true) {
      byte[] header = in.readNBytes(BLOCK);
      if (header.length == 0 || isZero(header)) {
        return Optional.empty();
      }
      check(header);
      at += BLOCK;
      char type = (char) header[TYPE];
      long size = number(header, SIZE, SIZE_LENGTH);
      switch (type) {
        case 'L' -> extendedHeader.put("path", text(extension(size)));
        case 'K' -> extendedHeader.put("linkpath", text(extension(size)));
        case 'x' -> pax(extension(size), extendedHeader);
        case 'g' -> extension(size);
        default -> {
          return Optional.of(entry(start, header, type, size, extendedHeader));
        }
      }
    }
  }

  private TarEntry entry(
      long start, byte[] header, char type, long size, Map<String, String> extendedHeader)
      throws IOException {
    String name = extendedHeader.getOrDefault("path", name(header));
    String link = extendedHeader.getOrDefault("linkpath", text(header, LINK, NAME_LENGTH));
    long length =
        extendedHeader.containsKey("size")
            ? decimal(extendedHeader.getOrDefault("size", ""))
            : size;
    boolean empty = type >= '1' && type <= '6';
    var entry = new TarEntry(plain(name), type, link, start, at, empty ? 0 : length);
    next = entry.end();
    return entry;
  }

  /** The bytes of the last entry. */
  InputStream bytes(TarEntry entry) {
    return new TarBytes(
        in,
        entry.size(),
        read -> {
          at += read;
        });
  }

  private byte[] extension(long size) throws IOException {
    if (size > MOST) {
      throw bad("a header of " + size + " bytes");
    }
    byte[] bytes = in.readNBytes((int) size);
    long padding = (BLOCK - size % BLOCK) % BLOCK;
    skip(padding);
    if (bytes.length < size) {
      throw new EOFException("it ends in a header");
    }
    at += size + padding;
    return bytes;
  }

  private void skip(long count) throws IOException {
    try {
      in.skipNBytes(count);
    } catch (EOFException e) {
      throw new EOFException("it ends early");
    }
  }

  /** Lines of a length, a key, an equals sign and a value. */
  private void pax(byte[] bytes, Map<String, String> extendedHeader) throws IOException {
    String text = new String(bytes, StandardCharsets.ISO_8859_1); // lengths count bytes
    for (int from = 0; from < text.length(); ) {
      int blank = text.indexOf(' ', from);
      int equals = text.indexOf('=', from);
      if (blank < 0 || equals < blank) {
        throw bad("a header that is no list of key=value");
      }
      long end = from + decimal(text.substring(from, blank));
      if (end <= equals || end > text.length()) {
        throw bad("a header of another length than it says");
      }
      byte[] value =
          text.substring(equals + 1, (int) end - 1).getBytes(StandardCharsets.ISO_8859_1);
      extendedHeader.put(
          text.substring(blank + 1, equals), new String(value, StandardCharsets.UTF_8));
      from = (int) end;
    }
  }

  private void check(byte[] header) throws IOException {
    if (header.length < BLOCK) {
      throw at == 0 ? bad("no tar archive") : new EOFException("it ends in a header");
    }
    long sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= SUM && i < SUM + SUM_LENGTH ? ' ' : header[i] & 0xff;
    }
    if (sum != number(header, SUM, SUM_LENGTH)) {
      throw bad("no header of a tar archive");
    }
  }

  private static boolean isZero(byte[] block) {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** Octal digits or, where the first bit is set, the bytes of a number. */
  private long number(byte[] header, int from, int length) throws IOException {
    if (header[from] < 0) {
      long value = header[from] & 0x7f;
      for (int i = from + 1; i < from + length; i++) {
        value = (value << 8) | (header[i] & 0xff);
      }
      return value;
    }
    String digits = text(header, from, length).strip();
    if (!digits.matches("[0-7]{0,20}")) {
      throw bad("no header of a tar archive");
    }
    return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
  }

  private long decimal(String digits) throws IOException {
    if (!digits.matches("\\d{1,18}")) {
      throw bad("\"" + digits + "\" for a number");
    }
    return Long.parseLong(digits);
  }

  private static String name(byte[] header) {
    String name = text(header, NAME, NAME_LENGTH);
    boolean posix = text(header, MAGIC, 6).equals("ustar");
    String prefix = posix ? text(header, PREFIX, PREFIX_LENGTH) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static String plain(String name) {
    return name.replaceFirst("^(\\./|/)+", "").replaceFirst("/+$", "");
  }

  private static String text(byte[] bytes) {
    return text(bytes, 0, bytes.length);
  }

  /** To the first zero. */
  private static String text(byte[] bytes, int from, int length) {
    int end = from;
    while (end < from + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  private IOException bad(String found) {
    return new IOException("at byte " + at + ": " + found);
  }
}
