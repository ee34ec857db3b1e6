package dev.kiln.client.files;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.io.ByteArrayOutputStream;

/**
 * Ends the last line of a document. A block scalar at the end of the text may have a value without
 * a final line break. A line break after it would change that value.
 */
final class FinalLineBreak {
  private FinalLineBreak() {}

  /** Returns the text with a line break at its end and with unchanged values. */
  static byte[] append(byte[] text, byte[] lineBreak) {
    if (text.length == 0 || ByteLines.endsInBreak(text)) {
      return text;
    }
    var ended = new ByteArrayOutputStream(text.length + lineBreak.length);
    ended.writeBytes(text);
    ended.writeBytes(lineBreak);
    return withLastValue(text, ended.toByteArray());
  }

  private static byte[] withLastValue(byte[] before, byte[] after) {
    try {
      Node last = Yaml.parse(before);
      Path path = Path.keys();
      while (last.size() > 0) {
        int size = last.size();
        if (last.isMap()) {
          Entry entry = last.entries().get(size - 1);
          path = path.key(entry.name());
          last = entry.value();
        } else {
          path = path.index(size - 1);
          last = last.items().get(size - 1);
        }
      }
      if (last.style() != Style.LITERAL && last.style() != Style.FOLDED) {
        return after;
      }
      Path scalar = path;
      String value = last.text();
      return Yaml.parse(after).edit(edit -> edit.set(scalar, value)).bytes();
    } catch (BadYaml _) {
      return after; // a document that is left alone
    }
  }
}
