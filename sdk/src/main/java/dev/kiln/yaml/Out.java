package dev.kiln.yaml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of new text, growing as it is written. */
final class Out {
  private byte[] bytes;
  private int size;

  Out(int capacity) {
    this.bytes = new byte[Math.max(16, capacity)];
  }

  int size() {
    return size;
  }

  byte[] buffer() {
    return bytes;
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  Out add(int b) {
    room(1);
    bytes[size++] = (byte) b;
    return this;
  }

  Out add(byte[] from, int start, int end) {
    room(end - start);
    System.arraycopy(from, start, bytes, size, end - start);
    size += end - start;
    return this;
  }

  Out add(byte[] from) {
    return add(from, 0, from.length);
  }

  /** Writes text as UTF-8; the common case, ASCII, without an array in between. */
  Out add(String text) {
    int length = text.length();
    room(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return add(text.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      bytes[size++] = (byte) c;
    }
    return this;
  }

  Out spaces(int count) {
    room(count);
    Arrays.fill(bytes, size, size + count, (byte) ' ');
    size += count;
    return this;
  }

  /** Drops what was written behind an earlier size. */
  void cut(int to) {
    size = to;
  }

  private void room(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), size + (size >> 1) + 32));
    }
  }
}
