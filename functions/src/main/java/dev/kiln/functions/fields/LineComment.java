package dev.kiln.functions.fields;

/** The comment after a value, on the same line. */
public final class LineComment {
  private LineComment() {}

  /** Whether a comment can hold the text: one line, without control characters. */
  public static boolean canHold(String text) {
    return text.codePoints().allMatch(LineComment::canHold);
  }

  private static boolean canHold(int c) {
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    boolean control = Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    boolean marker = c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
    return c == '\t' || !(surrogate || control || marker);
  }
}
