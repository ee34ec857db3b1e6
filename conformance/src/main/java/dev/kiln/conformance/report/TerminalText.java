package dev.kiln.conformance.report;

import java.util.ArrayList;
import java.util.List;

/** Wraps and shortens text for a terminal. */
final class TerminalText {
  private static final int MAX_WIDTH = 160;

  private TerminalText() {}

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

  /** Cut short, and safe to show whoever wrote it: control characters are shown, not obeyed. */
  static String clipped(String line) {
    String shown = printable(line);
    return shown.length() <= MAX_WIDTH ? shown : shown.substring(0, MAX_WIDTH) + "…";
  }

  /** Without control characters; Unicode has pictures of most. */
  static String printable(String line) {
    return line.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\t' ? visibleSymbol(c) : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static int visibleSymbol(int control) {
    return control < ' ' ? '\u2400' + control : '\ufffd';
  }
}
