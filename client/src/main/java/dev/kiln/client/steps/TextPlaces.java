package dev.kiln.client.steps;

import dev.kiln.client.files.PackageItem;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.yaml.node.Node;

/**
 * Finds the place in the file for a position in the text of a scalar. The scalar may be a block
 * below a {@code |}, a folded block, or a quoted text with escapes.
 *
 * <p>All these forms keep the characters that are neither blanks nor line breaks, in their order. A
 * position in the text is therefore the place in the file that has the same number of such
 * characters before it.
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

  /** Returns the place for a line and column of the text, from 1. */
  String of(int line, int column) {
    var written = new WrittenScalar(scalar);
    return written.isAlias()
        ? item.place(scalar) // an alias: the text stands elsewhere
        : place(written.text(), written.position(countNonBlanks(scalar.text(), line, column)));
  }

  private static int countNonBlanks(String text, int line, int column) {
    int count = 0;
    int atLine = 1;
    int atColumn = 1;
    for (int at = 0; at < text.length() && (atLine < line || atColumn < column); ) {
      int point = text.codePointAt(at);
      count += WrittenScalar.isNonBlank(point) ? 1 : 0;
      boolean isLast = endsLine(text, at);
      atLine += isLast ? 1 : 0;
      atColumn = isLast ? 1 : atColumn + 1;
      at += Character.charCount(point);
    }
    return count;
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

  /** Whether a line ends here. A carriage return alone ends a line, too. */
  private static boolean endsLine(String text, int at) {
    return text.charAt(at) == '\n' || (text.charAt(at) == '\r' && !text.startsWith("\n", at + 1));
  }
}
