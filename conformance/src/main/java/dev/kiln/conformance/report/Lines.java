package dev.kiln.conformance.report;

import java.util.ArrayList;
import java.util.List;

/** Text that fits on a terminal. */
final class Lines {
  private static final int WIDE = 160;

  private Lines() {}

  /** Broken between words. */
  static List<String> wrapped(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Cut short. */
  static String clipped(String line) {
    return line.length() <= WIDE ? line : line.substring(0, WIDE) + "…";
  }
}
