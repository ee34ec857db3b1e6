package dev.kiln.client.steps;

import dev.kiln.client.files.PackageItem;
import dev.kiln.yaml.Node;

/**
 * Knows where in a file something stands of a text that is a scalar there: lines below a {@code |},
 * folded ones, or a text in quotes with its escapes.
 *
 * <p>All of them keep, in their order, the characters that are no blanks and no breaks: the marks.
 * So the place that has as many marks before it is the one.
 */
final class TextPlaces implements Places {
  private final PackageItem item;
  private final Node scalar;

  TextPlaces(PackageItem item, Node scalar) {
    this.item = item;
    this.scalar = scalar;
  }

  @Override
  public String of(Node inner) {
    return of(inner.line(), inner.column());
  }

  /** Of a line and column of the text, from 1. */
  String of(int line, int column) {
    var written = new WrittenScalar(scalar);
    return written.isAlias()
        ? item.place(scalar) // the text stands elsewhere
        : place(written.text(), written.position(marks(scalar.text(), line, column)));
  }

  private static int marks(String text, int line, int column) {
    int at = 0;
    for (int breaks = 1; breaks < line; breaks++) {
      at = text.indexOf('\n', at) + 1;
    }
    int end =
        text.offsetByCodePoints(at, Math.min(column - 1, text.codePointCount(at, text.length())));
    return (int)
        text.codePoints().limit(text.codePointCount(0, end)).filter(WrittenScalar::isMark).count();
  }

  private String place(String written, int position) {
    String before = written.substring(0, position);
    int lines = (int) before.chars().filter(c -> c == '\n').count();
    int start = before.lastIndexOf('\n') + 1;
    int column = before.codePointCount(start, position) + (lines == 0 ? scalar.column() : 1);
    return item.path() + ":" + (item.line(scalar) + lines) + ":" + column;
  }
}
