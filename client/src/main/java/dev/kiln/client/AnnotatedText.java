package dev.kiln.client;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the annotations that identify an item as lines into its text, and cuts the same lines out
 * again after functions have edited the text.
 */
final class AnnotatedText {
  private static final byte[] NOTHING = {};

  private AnnotatedText() {}

  /** Returns the item with these annotations, which it must not have yet. */
  static Resource with(Resource item, Map<String, String> marks) {
    AnnotationSpot spot = AnnotationSpot.find(item.node());
    if (spot == null
        || spot.end() == 0
        || spot.end() == item.node().sourceText().length
        || !AnnotationSpot.arePlain(marks.values())) {
      return item.withAnnotations(marks);
    }
    String above = spot.step() > 0 ? AnnotationSpot.keyLine(spot.column()) : "";
    String lines = "\n" + above + AnnotationSpot.lines(marks, spot.column() + spot.step());
    return item.withText(spot.end(), spot.end(), bytes(lines.substring(0, lines.length() - 1)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
    Node all = edited.annotationsNode();
    byte[] text = edited.node().sourceText();
    if (all == null
        || all.style() != Style.BLOCK
        || !edited.node().isEditOf(given.node())
        || !keepsLines(given.node().sourceText(), text)) {
      return null;
    }
    List<Entry> entries = all.entries();
    int ours = 0;
    for (Entry entry : entries) {
      ours += InternalAnnotations.contains(entry.name()) ? 1 : 0;
    }
    int from = lineStart(text, 0, all.start());
    byte[] lines = bytes(AnnotationSpot.lines(marks, all.start() - from + 1));
    if (ours != marks.size() || !isAt(text, from, lines)) {
      return null;
    }
    int end = from + lines.length;
    if (ours == entries.size()) {
      from = keyLineStart(edited, source, from);
    }
    return from <= 0 ? null : withoutLines(edited, from, end);
  }

  /** Returns where the line with the key above the annotations begins, or -1 if it must stay. */
  private static int keyLineStart(Resource edited, Resource source, int annotations) {
    byte[] text = edited.node().sourceText();
    Node metadata = edited.node().at("metadata");
    if (metadata == null || metadata.size() == 1 || source.annotationsNode() != null) {
      return -1;
    }
    int column = metadata.start() - lineStart(text, 0, metadata.start()) + 1;
    byte[] above = bytes(AnnotationSpot.keyLine(column));
    int start = annotations - above.length;
    return start > 0 && isAt(text, start, above) ? start : -1;
  }

  private static boolean isAt(byte[] text, int at, byte[] lines) {
    int end = at + lines.length;
    return end <= text.length && Arrays.equals(text, at, end, lines, 0, lines.length);
  }

  private static @Nullable Resource withoutLines(Resource item, int from, int end) {
    try {
      return item.withText(from - 1, end - 1, NOTHING);
    } catch (BadYaml _) {
      return null; // the lines were part of something else
    }
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
