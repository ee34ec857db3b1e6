package dev.kiln.yaml.read;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.table.ByteSearch;
import java.util.Arrays;

/**
 * Checks a text before parsing, eight bytes at a time: it must be UTF-8 without characters that
 * YAML forbids.
 *
 * <p>Some characters are accepted only in quoted strings, because readers disagree on them
 * elsewhere (is U+2028 a line break?). The check returns their positions, and the parser compares
 * these with the table that it made.
 */
final class CharacterCheck {
  private static final int[] NONE = {};

  private final byte[] bytes;
  private int[] ambiguous = NONE;
  private int ambiguousCount;

  private CharacterCheck(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Refuses bytes that are not text, and returns the positions of characters that only quoted
   * strings may have.
   */
  static int[] check(byte[] bytes, int from, int to) {
    return new CharacterCheck(bytes).run(from, to);
  }

  private int[] run(int from, int to) {
    int n = to;
    int i = from;
    while (i < n) {
      while (i + 16 <= n
          && ((markUnusualBytes(ByteSearch.readLong(bytes, i))
                      | markUnusualBytes(ByteSearch.readLong(bytes, i + 8)))
                  & ByteSearch.HIGH_BITS)
              == 0) {
        i += 16;
      }
      i = checkEachByte(i, Math.min(i + 8, n));
    }
    return ambiguousCount == 0 ? NONE : Arrays.copyOf(ambiguous, ambiguousCount);
  }

  /** Sets the high bit of each byte that is neither printable ASCII nor a line feed. */
  private static long markUnusualBytes(long word) {
    long low = word & ~ByteSearch.HIGH_BITS;
    long control =
        ~(low + 0x60 * ByteSearch.LOW_BITS)
            & ((low ^ (0x0A * ByteSearch.LOW_BITS)) + 0x7F * ByteSearch.LOW_BITS);
    return word | control | (low + ByteSearch.LOW_BITS);
  }

  private int checkEachByte(int from, int to) {
    int i = from;
    while (i < to) {
      int b = bytes[i];
      if ((b >= 0x20 && b != 0x7F) || b == '\n' || b == '\t' || b == '\r') {
        i++;
      } else if (b >= 0) {
        if (b != 0x7F) {
          throw forbiddenCharacter(i, b);
        }
        addAmbiguous(i);
        i++;
      } else {
        i = checkCharacter(i);
      }
    }
    return i;
  }

  private int checkCharacter(int i) {
    int lead = bytes[i] & 0xFF;
    int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    int point = lead & (0x7F >> length);
    boolean good = lead >= 0xC2 && lead <= 0xF4 && i + length <= bytes.length;
    for (int k = 1; good && k < length; k++) {
      good = (bytes[i + k] & 0xC0) == 0x80;
      point = (point << 6) | (bytes[i + k] & 0x3F);
    }
    boolean overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
    if (!good || overlong || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) {
      throw BadYaml.at(bytes, i, "not UTF-8 (byte 0x%02X)".formatted(lead));
    }
    if (point >= 0xFFFE && point <= 0xFFFF) {
      throw forbiddenCharacter(i, point);
    }
    if (point < 0xA0 || point == 0x2028 || point == 0x2029 || point == 0xFEFF) {
      addAmbiguous(i);
    }
    return i + length;
  }

  private BadYaml forbiddenCharacter(int at, int point) {
    return BadYaml.at(
        bytes,
        at,
        "control character U+%04X (write it as an escape in double quotes)".formatted(point));
  }

  private void addAmbiguous(int at) {
    if (ambiguousCount == ambiguous.length) {
      ambiguous = Arrays.copyOf(ambiguous, Math.max(8, 2 * ambiguousCount));
    }
    ambiguous[ambiguousCount++] = at;
  }
}
