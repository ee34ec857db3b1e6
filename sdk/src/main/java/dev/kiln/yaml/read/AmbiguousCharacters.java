package dev.kiln.yaml.read;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.TextLines;

/**
 * Finds characters that readers treat differently: some take U+0085, U+2028 and U+2029 for line
 * breaks, some refuse U+007F and a byte order mark. Most readers agree on them inside quotes, so
 * they are accepted only there.
 */
final class AmbiguousCharacters {
  private AmbiguousCharacters() {}

  static void check(byte[] bytes, NodeTable table, int[] places) {
    int node = 0;
    for (int place : places) {
      while (node < table.size && ownTextEnd(table, node) <= place) {
        node += NodeKind.isCollection(table.kind(node)) ? 2 : 1;
      }
      if (TextLines.isByteOrderMark(bytes, place) && beginsDocument(bytes, table, node, place)) {
        continue;
      }
      if (!isInQuotes(table, node, place) || isNextLine(bytes, place)) {
        throw BadYaml.at(
            bytes,
            place,
            "character %s, which readers of YAML take differently (write it as an escape in double quotes)"
                .formatted(codePointName(bytes, place)));
      }
    }
  }

  /**
   * Whether a document begins here. It may begin with a byte order mark, which then belongs to no
   * node.
   */
  private static boolean beginsDocument(byte[] bytes, NodeTable table, int node, int place) {
    boolean lineStart = place == 0 || Scanner.isOfClass(Scanner.BREAK, bytes[place - 1]);
    return lineStart && (node >= table.size || table.start(node) > place);
  }

  /** The end of a node's own text. The own text of a collection is its first byte. */
  private static int ownTextEnd(NodeTable table, int node) {
    return NodeKind.isCollection(table.kind(node)) ? table.start(node) : table.end(node);
  }

  private static boolean isInQuotes(NodeTable table, int node, int place) {
    return node < table.size && NodeKind.isQuoted(table.kind(node)) && table.start(node) < place;
  }

  private static boolean isNextLine(byte[] bytes, int place) {
    return bytes[place] == (byte) 0xC2 && bytes[place + 1] == (byte) 0x85;
  }

  private static String codePointName(byte[] bytes, int place) {
    int length = bytes[place] >= 0 ? 1 : (bytes[place] & 0xE0) == 0xC0 ? 2 : 3;
    var text = new String(bytes, place, length, java.nio.charset.StandardCharsets.UTF_8);
    return "U+%04X".formatted(text.codePointAt(0));
  }
}
