package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Style;
import dev.kiln.yaml.Yaml;

/** The text of a resource as a document of a file of YAML. */
final class ResourceText {
  private ResourceText() {}

  /** In block style; its own text if it has one, with its comments. */
  static byte[] yaml(Resource resource) {
    Node node = resource.node();
    if (node.style() == Style.FLOW) {
      return Yaml.of(node.value()).bytes();
    }
    byte[] text = node.document();
    var split = FileText.split(text);
    if (split.isOne()
        && split.documents().getFirst().text().length == text.length
        && isPure(text)) {
      return text;
    }
    return Yaml.of(node).bytes();
  }

  private static boolean isPure(byte[] text) {
    for (int at = 0; at < text.length; at = Lines.next(text, at)) {
      if (text[at] == '%' || Lines.isMarker(text, at, '-') || Lines.isMarker(text, at, '.')) {
        return false;
      }
    }
    return true;
  }

  /** Whether a resource can stand as it is where another one stood. */
  static boolean isLike(Resource resource, Resource other) {
    Node node = resource.node();
    return (node.style() == Style.FLOW) == (other.node().style() == Style.FLOW)
        && FileText.split(node.document()).isOne();
  }
}
