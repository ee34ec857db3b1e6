package dev.kiln.sdk;

/** What functions say, in characters that every encoding can hold. */
final class SurrogateRepair {
  private static final char REPLACEMENT = '\uFFFD';

  private SurrogateRepair() {}

  /** The text with U+FFFD for each half of a surrogate pair without the other, as readers do. */
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

  /** Where the next half is, -1 if there is none. */
  private static int half(String text, int from) {
    int i = from;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return i;
      }
      i += Character.charCount(point);
    }
    return -1;
  }
}
