package dev.kiln.sdk;

/** Replaces characters in a function's texts that not every encoding can hold. */
final class SurrogateRepair {
  private static final char REPLACEMENT = '\uFFFD';

  private SurrogateRepair() {}

  /** Replaces each unpaired surrogate with U+FFFD, as readers do. */
  static String of(String text) {
    int half = half(text, 0);
    if (half < 0) {
      return text;
    }
    var whole = new StringBuilder(text);
    for (; half >= 0; half = half(text, half + 1)) {
      whole.setCharAt(half, REPLACEMENT);
    }
    return whole.toString();
  }

  /** The position of the next unpaired surrogate, -1 if there is none. */
  private static int half(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
