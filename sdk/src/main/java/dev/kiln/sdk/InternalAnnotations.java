package dev.kiln.sdk;

/** The annotations in which orchestrators store where an item came from, in both spellings. */
final class InternalAnnotations {
  static final String PATH = "internal.config.kubernetes.io/path";
  static final String OLD_PATH = "config.kubernetes.io/path";
  static final String INDEX = "internal.config.kubernetes.io/index";
  static final String OLD_INDEX = "config.kubernetes.io/index";

  private InternalAnnotations() {}

  /** Reads an index. A text that is not a number counts as missing. */
  static int index(String text) {
    try {
      return Math.max(0, Integer.parseInt(text.strip()));
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
