package dev.kiln.yaml.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches eight bytes at a time. A loop over single bytes ends at a position that branch
 * prediction cannot foresee, and the misprediction costs more than the bytes do.
 */
public final class ByteSearch {
  public static final long LOW_BITS = 0x0101010101010101L;
  public static final long HIGH_BITS = 0x8080808080808080L;

  private static final VarHandle LONG_VIEW =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ByteSearch() {}

  public static long readLong(byte[] b, int place) {
    return (long) LONG_VIEW.get(b, place);
  }

  /**
   * The first byte, from a position on, that equals {@code one} or {@code two}, or is ASCII below
   * {@code bound}; else the end.
   */
  public static int find(byte[] b, int from, int one, int two, int bound) {
    return find(b, from, b.length, one, two, bound);
  }

  /** As the other, up to a position. */
  static int find(byte[] b, int from, int to, int one, int two, int bound) {
    int p = from;
    long ones = one * LOW_BITS;
    long twos = two * LOW_BITS;
    long low = bound * LOW_BITS;
    for (; p + 8 <= to; p += 8) {
      long word = (long) LONG_VIEW.get(b, p);
      long x = word ^ ones;
      long y = word ^ twos;
      // Each term may also mark bytes above a true match, so only the lowest mark counts.
      long hit =
          (((x - LOW_BITS) & ~x) | ((y - LOW_BITS) & ~y) | ((word - low) & ~word)) & HIGH_BITS;
      if (hit != 0) {
        return p + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (p < to && b[p] != one && b[p] != two && (b[p] < 0 || b[p] >= bound)) {
      p++;
    }
    return p;
  }

  /** Up to eight bytes from a position on, as one number. */
  public static long readPartialLong(byte[] b, int from, int count) {
    if (count == 0) {
      return 0;
    }
    if (from + 8 <= b.length) {
      return (long) LONG_VIEW.get(b, from) & -1L >>> (64 - 8 * count);
    }
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (b[from + i] & 0xFFL) << (8 * i);
    }
    return word;
  }

  public static int skipSpaces(byte[] b, int from) {
    int p = from;
    for (; p + 8 <= b.length; p += 8) {
      long other = (long) LONG_VIEW.get(b, p) ^ (' ' * LOW_BITS);
      if (other != 0) {
        return p + (Long.numberOfTrailingZeros(other) >>> 3);
      }
    }
    while (p < b.length && b[p] == ' ') {
      p++;
    }
    return p;
  }
}
