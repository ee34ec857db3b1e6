package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.client.files.FileChange.Kind;
import dev.kiln.sdk.diff.LineDiff;
import dev.kiln.sdk.diff.LineDiff.Difference;
import java.util.ArrayList;
import java.util.List;

/** Writes changes as {@code diff -u} and {@code git diff} show them. */
final class UnifiedDiff {
  private static final int CONTEXT_LINES = 3;
  private static final String NONE = "/dev/null";

  private static final String BOLD = "1";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String CYAN = "36";

  private final StringBuilder out = new StringBuilder();
  private final boolean colour;

  private UnifiedDiff(boolean colour) {
    this.colour = colour;
  }

  static String of(List<FileChange> changes, boolean colour) {
    var diff = new UnifiedDiff(colour);
    changes.forEach(diff::add);
    return diff.out.toString();
  }

  private void add(FileChange change) {
    var before = lines(change.before());
    var after = lines(change.after());
    line(BOLD, "--- " + name("a/", change, Kind.CREATED));
    line(BOLD, "+++ " + name("b/", change, Kind.DELETED));
    for (var hunk : hunks(LineDiff.of(before, after), before.size())) {
      hunk(hunk, before, after);
    }
  }

  private static String name(String prefix, FileChange change, Kind without) {
    String name = prefix + change.path();
    if (change.kind() == without) {
      return NONE;
    }
    if (name.chars().anyMatch(c -> c < ' ' || c == '"' || c == '\\')) {
      return quoted(name);
    }
    return name.indexOf(' ') >= 0 ? name + "\t" : name; // the tab marks the end of the name
  }

  private static String quoted(String name) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ') {
        quoted.append("\\").append(String.format("%03o", (int) c));
      } else {
        quoted.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** Returns the lines, each with its line break. */
  private static List<String> lines(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    var lines = new ArrayList<String>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at) + 1;
      end = end == 0 ? text.length() : end;
      lines.add(text.substring(at, end));
      at = end;
    }
    return lines;
  }

  /** Groups the differences that are close enough to be shown together. */
  private static List<List<Difference>> hunks(List<Difference> differences, int size) {
    var hunks = new ArrayList<List<Difference>>();
    int end = -2 * CONTEXT_LINES - 1 - size;
    for (var each : differences) {
      if (each.from() - end > 2 * CONTEXT_LINES) {
        hunks.add(new ArrayList<>());
      }
      hunks.getLast().add(each);
      end = each.to();
    }
    return hunks;
  }

  private void hunk(List<Difference> hunk, List<String> before, List<String> after) {
    var first = hunk.getFirst();
    var last = hunk.getLast();
    int above = Math.min(CONTEXT_LINES, first.from());
    int below = Math.min(CONTEXT_LINES, before.size() - last.to());
    int from = first.from() - above;
    int to = last.to() + below;
    String old = range(from, to);
    String now = range(first.newFrom() - above, last.newTo() + below);
    line(CYAN, "@@ -" + old + " +" + now + " @@");
    int at = from;
    for (var each : hunk) {
      lines(' ', "", before.subList(at, each.from()));
      lines('-', RED, before.subList(each.from(), each.to()));
      lines('+', GREEN, after.subList(each.newFrom(), each.newTo()));
      at = each.to();
    }
    lines(' ', "", before.subList(at, to));
  }

  /** Returns a range of lines, from 1; an empty range names the line before it. */
  private static String range(int from, int to) {
    int count = to - from;
    return count == 1 ? "" + (from + 1) : (count == 0 ? from : from + 1) + "," + count;
  }

  private void lines(char mark, String paint, List<String> lines) {
    for (String line : lines) {
      boolean whole = line.endsWith("\n");
      line(paint, mark + (whole ? line.substring(0, line.length() - 1) : line));
      if (!whole) {
        line("", "\\ No newline at end of file");
      }
    }
  }

  private void line(String paint, String text) {
    if (colour && !paint.isEmpty()) {
      out.append("\u001B[").append(paint).append('m').append(text).append("\u001B[m\n");
    } else {
      out.append(text).append('\n');
    }
  }
}
