package dev.kiln.yaml.table;

/**
 * Finds the lines of a text whose lines may be very long, as in JSON on one line. It knows where
 * the line of each block of the text starts and ends, so that nothing walks further than a block.
 */
public final class LongLines {
  /** A line that is not longer is walked as fast as it is looked up. */
  public static final int BLOCK = 1 << 10;

  private final byte[] bytes;

  /** The start of the line that the first byte of each block is in. */
  private final int[] starts;

  /** How many characters of that line precede the block. */
  private final int[] columns;

  /** The first line break in each block or after it. */
  private final int[] ends;

  public LongLines(byte[] bytes) {
    this.bytes = bytes;
    int blocks = bytes.length / BLOCK + 1;
    this.starts = new int[blocks];
    this.columns = new int[blocks];
    this.ends = new int[blocks];
    for (int block = 1; block < blocks; block++) {
      starts[block] = lineStart(block * BLOCK - 1, block - 1);
      columns[block] = column(block * BLOCK - 1, block - 1) + width(block * BLOCK - 1);
      if (TextLines.isBreak(bytes[block * BLOCK - 1])) {
        starts[block] = block * BLOCK;
        columns[block] = 0;
      }
    }
    int end = bytes.length;
    for (int block = blocks - 1; block >= 0; block--) {
      int found = TextLines.lineEnd(bytes, block * BLOCK, endOf(block));
      end = found < endOf(block) ? found : end;
      ends[block] = end;
    }
  }

  private int endOf(int block) {
    return Math.min(bytes.length, (block + 1) * BLOCK);
  }

  private int width(int at) {
    return (bytes[at] & 0xC0) == 0x80 ? 0 : 1;
  }

  /** The first byte of the line of {@code at}. */
  public int lineStart(int at) {
    return lineStart(at, Math.min(at / BLOCK, starts.length - 1));
  }

  private int lineStart(int at, int block) {
    int p = at;
    while (p > block * BLOCK && !TextLines.isBreak(bytes[p - 1])) {
      p--;
    }
    return p == block * BLOCK ? starts[block] : p;
  }

  /** The number of characters between the start of the line and {@code at}. */
  public int column(int at) {
    return column(at, Math.min(at / BLOCK, starts.length - 1));
  }

  private int column(int at, int block) {
    int count = 0;
    int p = at;
    while (p > block * BLOCK && !TextLines.isBreak(bytes[p - 1])) {
      p--;
      count += width(p);
    }
    return p == block * BLOCK ? count + columns[block] : count;
  }

  /** The position of the first line break at or after {@code at}, or the end of the text. */
  public int lineEnd(int at) {
    int block = Math.min(at / BLOCK, ends.length - 1);
    int found = TextLines.lineEnd(bytes, at, endOf(block));
    return found < endOf(block) || block + 1 == ends.length ? found : ends[block + 1];
  }
}
