package dev.kiln.server.grpc;

/**
 * Text for trailers. A client accepts 8 KiB of them, ours stay under 7 KiB: the message, with all
 * that is not plain ASCII percent-encoded, once more in the details, which are base64, and what
 * else there is.
 */
final class TrailerText {
  /** What a text may cost; the rest is for the names of the trailers, 32 bytes each, and the id. */
  static final int MAX_COST = 6 << 10;

  private static final String CUT = " (cut)";

  private TrailerText() {}

  /** As much from its beginning as fits. */
  static String clipped(String text) {
    return head(text, MAX_COST);
  }

  /** As much from its beginning as costs no more. */
  static String head(String text, int maxCost) {
    if (cost(text) <= maxCost) {
      return text;
    }
    int end = 0;
    int thirds = 3 * (maxCost - cost(CUT));
    while (thirds >= 0) {
      int point = text.codePointAt(end);
      thirds -= costInThirds(point);
      if (thirds >= 0) {
        end += Character.charCount(point);
      }
    }
    return text.substring(0, end) + CUT;
  }

  /** As much from its end as costs no more. */
  static String tail(String text, int maxCost) {
    if (cost(text) <= maxCost) {
      return text;
    }
    int begin = text.length();
    int thirds = 3 * (maxCost - cost(CUT));
    while (thirds >= 0) {
      int point = text.codePointBefore(begin);
      thirds -= costInThirds(point);
      if (thirds >= 0) {
        begin -= Character.charCount(point);
      }
    }
    return CUT.strip() + " " + text.substring(begin);
  }

  /** What a text costs in both places, in bytes. */
  static int cost(String text) {
    return Math.toIntExact((text.codePoints().mapToLong(TrailerText::costInThirds).sum() + 2) / 3);
  }

  /** What bytes cost in the details, in bytes. */
  static int costInDetails(int bytes) {
    return (4 * bytes + 2) / 3;
  }

  private static int costInThirds(int point) {
    int bytes = bytes(point);
    boolean plain = point >= ' ' && point < '~' && point != '%';
    return 3 * (plain ? 1 : 3 * bytes) + 4 * bytes;
  }

  private static int bytes(int point) {
    if (point < 0x80) {
      return 1;
    }
    return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
}
