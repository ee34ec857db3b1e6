package dev.kiln.client.files;

import dev.kiln.sdk.Json;
import dev.kiln.yaml.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes resources as a JSON file, laid out as people and tools write it. */
final class JsonText {
  private JsonText() {}

  static byte[] of(Node node) {
    return (Json.indented(Json.toJson(node)) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Writes several resources as a List, the only form that JSON has for them. */
  static byte[] list(List<PlacedItem> items) {
    var texts = items.stream().map(item -> Json.toJson(item.resource().node())).toList();
    String list =
        "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" + String.join(",", texts) + "]}";
    return (Json.indented(list) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Indents new lines by tabs if all lines of the file were indented by tabs. Edits copy the width
   * of an indentation, but write it in spaces.
   */
  static byte[] indentedLike(byte[] before, byte[] json) {
    if (!isIndentedByTabs(before)) {
      return json;
    }
    byte[] tabs = json.clone();
    for (int at = 0; at < tabs.length; at = ByteLines.next(tabs, at)) {
      for (int p = at; p < tabs.length && tabs[p] == ' '; p++) {
        tabs[p] = '\t';
      }
    }
    return tabs;
  }

  private static boolean isIndentedByTabs(byte[] json) {
    boolean found = false;
    for (int at = 0; at < json.length; at = ByteLines.next(json, at)) {
      if (json[at] == ' ') {
        return false;
      }
      found |= json[at] == '\t';
    }
    return found;
  }
}
