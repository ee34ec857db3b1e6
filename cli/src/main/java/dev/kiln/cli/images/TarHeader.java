package dev.kiln.cli.images;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the header of a small file: of nobody in particular, readable by all, of no time. */
final class TarHeader {
  private static final int NAME_LENGTH = 100;
  private static final int SUM = 148;

  private TarHeader() {}

  static byte[] of(String name, int size) {
    byte[] header = new byte[TarReader.BLOCK];
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > NAME_LENGTH) {
      throw new IllegalArgumentException("too long for a plain header: " + name);
    }
    System.arraycopy(bytes, 0, header, 0, bytes.length);
    put(header, 100, "0000644\0" + "0000000\0".repeat(2));
    put(header, 124, "%011o\0%011o\0".formatted(size, 0));
    put(header, SUM, " ".repeat(8) + "0");
    put(header, 257, "ustar\00000");
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, SUM, "%06o\0 ".formatted(sum));
    return header;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  /** The file, up to where the next may begin. */
  static byte[] withBytes(String name, byte[] bytes) {
    int blocks = 1 + (bytes.length + TarReader.BLOCK - 1) / TarReader.BLOCK;
    byte[] all = Arrays.copyOf(of(name, bytes.length), blocks * TarReader.BLOCK);
    System.arraycopy(bytes, 0, all, TarReader.BLOCK, bytes.length);
    return all;
  }
}
