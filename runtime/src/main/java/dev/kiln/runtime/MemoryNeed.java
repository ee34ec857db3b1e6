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

  private MemoryNeed() {}

  /** The most that a call with a list of this size needs, but for its extra nodes. */
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

  /** What a call with this list needs in addition at least, if its signs are no text. */
  static long ofExtraNodes(byte[] list) {
    long signs = 0;
    for (int i = 1; i + 1 < list.length; i++) {
      boolean isSign = list[i] == '&' || list[i] == '*' || list[i] == '!';
      if (isSign && beginsWord(list, i)) {
        signs++;
      }
    }
    return PER_EXTRA_NODE * signs;
  }

  private static boolean beginsWord(byte[] list, int at) {
    return switch (list[at - 1]) {
      case ' ', '\t', '\n', '\r', ',', '[', '{' -> list[at + 1] > ' ';
      default -> false;
    };
  }

  /** What a call with this list needs but for its extra nodes; at most {@link #most}. */
  static long of(byte[] list) {
    long indicators = 0;
    long entries = 0;
    byte before = '\n';
    for (byte now : list) {
      switch (now) {
        case ',', '[', ':' -> indicators++;
        case '{' -> entries++;
        case '\n', '\r', ' ', '\t' -> {
          indicators += now < ' ' ? 1 : 0;
          entries += before == '-' ? 1 : 0;
        }
        default -> {}
      }
      before = now;
    }
    return Math.min(
        most(list.length, false),
        PER_TEXT_BYTE * (long) list.length + PER_INDICATOR * indicators + PER_LIST_ENTRY * entries);
  }
}
