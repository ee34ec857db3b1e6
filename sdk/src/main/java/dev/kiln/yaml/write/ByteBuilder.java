package dev.kiln.yaml.write;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects the bytes of new text in a growing array. */
public final class ByteBuilder {
  private byte[] bytes;
  private int size;

  public ByteBuilder(int capacity) {
    this.bytes = new byte[Math.max(16, capacity)];
  }

  public int size() {
    return size;
  }

  public byte[] buffer() {
    return bytes;
  }

  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  public ByteBuilder add(int b) {
    ensureCapacity(1);
    bytes[size++] = (byte) b;
    return this;
  }

  public ByteBuilder add(byte[] from, int start, int end) {
    ensureCapacity(end - start);
    System.arraycopy(from, start, bytes, size, end - start);
    size += end - start;
    return this;
  }

  public ByteBuilder add(byte[] from) {
    return add(from, 0, from.length);
  }

  /** Writes text as UTF-8. ASCII, the common case, needs no array in between. */
  public ByteBuilder add(String text) {
    int length = text.length();
    ensureCapacity(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return add(text.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      bytes[size++] = (byte) c;
    }
    return this;
  }

  public ByteBuilder spaces(int count) {
    ensureCapacity(count);
    Arrays.fill(bytes, size, size + count, (byte) ' ');
    size += count;
    return this;
  }

  /** Drops everything written after an earlier size. */
  public void truncate(int to) {
    size = to;
  }

  private void ensureCapacity(int additional) {
    if (additional > bytes.length - size) {
      bytes =
          Arrays.copyOf(bytes, Math.max(Math.addExact(size, additional), size + (size >> 1) + 32));
    }
  }
}
