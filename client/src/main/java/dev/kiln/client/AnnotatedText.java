package dev.kiln.client;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the annotations that identify an item as lines into its text, and cuts the same lines out
 * again after functions have edited the text.
 */
final class AnnotatedText {
  private AnnotatedText() {}

  /** Returns the item with these annotations, which it must not have yet. */
  static Resource with(Resource item, Map<String, String> marks) {
    AnnotationSpot spot = AnnotationSpot.find(item.node());
    if (spot == null
        || spot.end() == 0
        || !marks.values().stream().allMatch(AnnotationSpot::isPlain)) {
      return item.withAnnotations(marks);
    }
    String text = item.toString();
    int at = endOfLine(text, spot.end());
    if (text.charAt(at - 1) != '\n') {
      return item.withAnnotations(marks);
    }
    var out = new StringBuilder(text.length() + 512).append(text, 0, at);
    if (spot.step() > 0) {
      out.append(AnnotationSpot.keyLine(spot.column()));
    }
    out.append(AnnotationSpot.lines(marks, spot.column() + spot.step()));
    return Resource.parse(out.append(text, at, text.length()).toString());
  }

  /** Returns the position after a line, counted from 1. */
  private static int endOfLine(String text, int line) {
    int at = 0;
    for (int i = 0; i < line; i++) {
      int end = text.indexOf('\n', at);
      if (end < 0) {
        return text.length();
      }
      at = end + 1;
    }
    return at;
  }

  /**
   * Returns the item without these annotations, and with the text that edits left of {@code given}.
   *
   * @param given the annotated item before the edits
   * @param source the item before it was annotated
   * @return null if the lines of the annotations are not as they were written, or if edits did more
   *     than add lines and exchange values
   */
  static @Nullable Resource without(
      Resource edited, Resource given, Resource source, Map<String, String> marks) {
    Node all = annotations(edited);
    if (all == null
        || all.style() != Style.BLOCK
        || !edited.node().isEditOf(given.node())
        || !keepsLines(given.node().bytes(), edited.node().bytes())) {
      return null;
    }
    long ours = all.entries().stream().filter(e -> InternalAnnotations.contains(e.name())).count();
    String text = edited.toString();
    String lines = AnnotationSpot.lines(marks, all.column());
    int from = endOfLine(text, all.line() - 1);
    if (ours != marks.size() || !text.startsWith(lines, from)) {
      return null;
    }
    int end = from + lines.length();
    if (ours == all.size()) {
      Node metadata = edited.node().at("metadata");
      String above = metadata == null ? "" : AnnotationSpot.keyLine(metadata.column());
      from -= above.length();
      if (metadata == null
          || metadata.size() == 1
          || annotations(source) != null
          || !text.startsWith(above, from)) {
        return null;
      }
    }
    return Resource.parse(text.substring(0, from) + text.substring(end));
  }

  private static @Nullable Node annotations(Resource item) {
    Node metadata = item.node().at("metadata");
    return metadata == null ? null : metadata.at("annotations");
  }

  // --- Edits that keep the lines ----------------------------------------------------------------

  /**
   * Whether {@code after} is {@code before} with further lines, and with other values on lines of
   * their own. All comments and all other lines are as they were.
   */
  static boolean keepsLines(byte[] before, byte[] after) {
    int i = 0;
    int j = 0;
    while (true) {
      int same = Arrays.mismatch(before, i, before.length, after, j, after.length);
      if (same < 0 || i + same == before.length) {
        return true;
      }
      int common = same - (lineStart(before, i, i + same) - i);
      i += same - common;
      j += same - common;
      int end = lineEnd(before, i);
      int otherEnd = lineEnd(after, j);
      if (isOtherValue(before, i, end, common, after, otherEnd)) {
        i = end;
        j = otherEnd;
      } else {
        j = find(before, i, end, after, otherEnd);
        if (j < 0) {
          return false;
        }
      }
    }
  }

  private static int lineStart(byte[] text, int from, int at) {
    int start = at;
    while (start > from && text[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  /** Returns the position after the line break. */
  private static int lineEnd(byte[] text, int at) {
    int end = at;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, text.length);
  }

  /**
   * Whether a line has another value behind its key or its dash, and the same comment.
   *
   * @param common how many bytes at the beginning of the line are the same in both
   */
  private static boolean isOtherValue(
      byte[] text, int start, int end, int common, byte[] other, int otherEnd) {
    boolean value = false;
    for (int i = start; i < end; i++) {
      value |= i < start + common && (text[i] == ':' || text[i] == '-');
      if (text[i] == '#') {
        int comment = otherEnd - (end - i);
        return value && comment >= 0 && Arrays.equals(text, i, end, other, comment, otherEnd);
      }
    }
    return value;
  }

  /** Returns where a line is among those that follow in the other text, or -1. */
  private static int find(byte[] text, int start, int end, byte[] other, int from) {
    for (int at = from; at < other.length; at = lineEnd(other, at)) {
      if (Arrays.equals(text, start, end, other, at, lineEnd(other, at))) {
        return at;
      }
    }
    return -1;
  }
}
