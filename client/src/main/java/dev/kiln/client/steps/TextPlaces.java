package dev.kiln.client.steps;

import dev.kiln.client.files.PackageItem;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.yaml.node.Node;

/**
 * Knows where in a file something stands of a text that is a scalar there: lines below a {@code |},
 * folded ones, or a text in quotes with its escapes.
 *
 * <p>All of them keep, in their order, the characters that are no blanks and no breaks: the marks.
 * So the place that has as many marks before it is the one.
 */
final class TextPlaces implements SourceLocator {
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
    int marks = 0;
    int atLine = 1;
    int atColumn = 1;
    for (int at = 0; at < text.length() && (atLine < line || atColumn < column); ) {
      int point = text.codePointAt(at);
      marks += WrittenScalar.isMark(point) ? 1 : 0;
      boolean isLast = endsLine(text, at);
      atLine += isLast ? 1 : 0;
      atColumn = isLast ? 1 : atColumn + 1;
      at += Character.charCount(point);
    }
    return marks;
  }

  private String place(String written, int position) {
    int line = item.line(scalar);
    int start = 0;
    int column = scalar.column();
    for (int at = 0; at < position; at++) {
      if (endsLine(written, at)) {
        line++;
        start = at + 1;
        column = 1;
      }
    }
    return item.path() + ":" + line + ":" + (column + written.codePointCount(start, position));
  }

  /** A return alone does. */
  private static boolean endsLine(String text, int at) {
    return text.charAt(at) == '\n' || (text.charAt(at) == '\r' && !text.startsWith("\n", at + 1));
  }
}
