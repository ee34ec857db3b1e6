package dev.kiln.sdk;

/** Replaces characters in a function's texts that not every encoding can hold. */
final class SurrogateRepair {
  private static final char REPLACEMENT = '\uFFFD';

  private SurrogateRepair() {}

  /** Replaces each unpaired surrogate with U+FFFD, as readers do. */
  static String repair(String text) {
    int unpaired = nextUnpairedSurrogate(text, 0);
    if (unpaired < 0) {
      return text;
    }
    var repaired = new StringBuilder(text);
    for (; unpaired >= 0; unpaired = nextUnpairedSurrogate(text, unpaired + 1)) {
      repaired.setCharAt(unpaired, REPLACEMENT);
    }
    return repaired.toString();
  }

  /** The position of the next unpaired surrogate, -1 if there is none. */
  private static int nextUnpairedSurrogate(String text, int from) {
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
