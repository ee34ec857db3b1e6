package dev.kiln.runtime;

import dev.kiln.sdk.ResourceList;

/**
 * Estimates how much memory a call needs for a list, from its text. The figures are measured with
 * {@code bench/memory}: the smallest heap in which a function of the box runs on a list of that
 * shape, rounded up.
 */
final class MemoryNeed {
  /** A list of this size or more is large: it is worth a closer look, and waits apart. */
  static final int LARGE = 64 << 10;

  /** For a call that another process does: the list, its answer, and a copy of each on its way. */
  private static final int PER_FORWARDED_BYTE = 8;

  /** For the table of a list of one-letter values. */
  private static final int PER_READ_BYTE = 5;

  /** For each byte of a list of the worst shape, which has nothing but items as small as can be. */
  static final int PER_BYTE = 48;

  private static final int PER_TEXT_BYTE = 9;
  private static final int PER_INDICATOR = 36;
  private static final int PER_LIST_ENTRY = 1900;
  private static final int PER_EXTRA_NODE = 470;

  private static final byte LINE_BREAK = 1;
  private static final byte BLANK = 2;
  private static final byte INDICATOR = 3;
  private static final byte OPENING = 4;
  private static final byte SIGN = 5;

  /** The kinds of ASCII characters, by their codes. */
  private static final byte[] KINDS = kinds();

  private MemoryNeed() {}

  /** The most that a call with a list of this size needs but for its extra nodes. */
  static long most(long size, boolean isForwarded) {
    return size * (isForwarded ? PER_FORWARDED_BYTE : PER_BYTE);
  }

  /** What a call with this list needs in addition, as only its reading tells. */
  static long ofExtraNodes(ResourceList list) {
    return PER_EXTRA_NODE * list.extraNodes();
  }

  /** What a call needs whose list was read to choose a function, which another process runs. */
  static long ofReadAndForwarded(ResourceList list, long size) {
    return most(size, true) + PER_READ_BYTE * size + ofExtraNodes(list);
  }

  /**
   * What a call with this list needs, as its text shows.
   *
   * @param available with more, the call cannot run. Signs of extra nodes, which may be text, count
   *     only if it could not run with them.
   */
  static long of(byte[] list, long available) {
    long indicators = 0;
    long entries = 0;
    long signs = 0;
    byte before = '\n';
    for (int i = 0; i < list.length; i++) {
      byte now = list[i];
      switch (kind(now)) {
        case LINE_BREAK -> {
          indicators++;
          entries += before == '-' ? 1 : 0;
        }
        case BLANK -> entries += before == '-' ? 1 : 0;
        case INDICATOR -> indicators++;
        case OPENING -> entries++;
        case SIGN ->
            signs +=
                beginsWord(before) && i + 1 < list.length && kind(list[i + 1]) != BLANK ? 1 : 0;
        default -> {}
      }
      before = now;
    }
    long need =
        PER_TEXT_BYTE * (long) list.length + PER_INDICATOR * indicators + PER_LIST_ENTRY * entries;
    long capped = Math.min(most(list.length, false), need);
    long withExtraNodes = capped + PER_EXTRA_NODE * signs;
    return withExtraNodes > available ? withExtraNodes : capped;
  }

  private static boolean beginsWord(byte before) {
    return switch (kind(before)) {
      case LINE_BREAK, BLANK, OPENING -> true;
      case INDICATOR -> before != ':';
      default -> false;
    };
  }

  private static int kind(byte character) {
    return character < 0 ? 0 : KINDS[character];
  }

  private static byte[] kinds() {
    var kinds = new byte[128];
    fill(kinds, "\n\r", LINE_BREAK);
    fill(kinds, " \t", BLANK);
    fill(kinds, ",[:", INDICATOR);
    fill(kinds, "{", OPENING);
    fill(kinds, "&*!", SIGN);
    return kinds;
  }

  private static void fill(byte[] kinds, String characters, byte kind) {
    for (int i = 0; i < characters.length(); i++) {
      kinds[characters.charAt(i)] = kind;
    }
  }
}
