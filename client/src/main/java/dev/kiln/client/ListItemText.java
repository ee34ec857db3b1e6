package dev.kiln.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.List;

/**
 * Turns the items of a list into separate documents, with the comments before the first key and
 * after the last. {@link ListText} indents the former to the column of the dash and the latter to
 * the column of the keys, so the indentation tells them apart.
 */
final class ListItemText {
  private final List<String> lines;
  private final List<Resource> items;

  ListItemText(ResourceList list) {
    this.lines = new String(list.bytes(), UTF_8).lines().toList();
    this.items = ResourceList.parse(list.bytes()).items();
  }

  /** Returns an item as a document. Comments are lost if the list is not written line by line. */
  Resource document(int number) {
    Resource item = items.get(number);
    Node node = item.node();
    int first = node.line() - 1;
    int dash = dashColumn(first);
    if (dash < 0) {
      return item;
    }
    var text = new StringBuilder();
    for (String line : lines.subList(leadingCommentStart(first, dash), first)) {
      text.append(line.isBlank() ? "" : line.substring(dash)).append('\n');
    }
    text.append(new String(node.document(), UTF_8));
    text.append(text.charAt(text.length() - 1) == '\n' ? "" : "\n");
    int last = lastLine(node);
    for (String line : lines.subList(last + 1, trailingCommentEnd(last + 1, dash))) {
      text.append(unindented(line, node.column() - 1)).append('\n');
    }
    return parsed(text.toString(), item);
  }

  /**
   * Returns the column of the dash that begins a line; -1 if the line begins with something else.
   */
  private int dashColumn(int line) {
    String text = lines.get(line);
    int column = indent(text);
    return text.startsWith("- ", column) ? column : -1;
  }

  private static int indent(String line) {
    int column = 0;
    while (column < line.length() && line.charAt(column) == ' ') {
      column++;
    }
    return column;
  }

  /**
   * Returns the line of the topmost comment above an item. Comments with the indentation of the
   * previous item's keys do not count.
   */
  private int leadingCommentStart(int first, int dash) {
    int start = first;
    for (int line = first - 1; line >= 0; line--) {
      String text = lines.get(line);
      if (isComment(text) && indent(text) == dash) {
        start = line;
      } else if (!text.isBlank()) {
        break;
      }
    }
    return start;
  }

  private static int lastLine(Node node) {
    String text = new String(node.bytes(), UTF_8);
    return node.line() - 2 + (int) text.lines().count();
  }

  /**
   * Returns the line after the last comment below an item. Only comments that are indented more
   * than the item's dash count.
   */
  private int trailingCommentEnd(int from, int dash) {
    int end = from;
    for (int line = from; line < lines.size(); line++) {
      String text = lines.get(line);
      if (isComment(text) && indent(text) > dash) {
        end = line + 1;
      } else if (!text.isBlank()) {
        break;
      }
    }
    return end;
  }

  private static boolean isComment(String line) {
    return line.startsWith("#", indent(line));
  }

  private static String unindented(String line, int most) {
    return line.substring(Math.min(indent(line), most));
  }

  private static Resource parsed(String text, Resource item) {
    try {
      return Resource.parse(text);
    } catch (BadYaml _) {
      return item; // it has an alias of another item
    }
  }
}
