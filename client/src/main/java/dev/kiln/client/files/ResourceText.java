package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** Writes a resource as a document of a YAML file. */
final class ResourceText {
  private ResourceText() {}

  /** Returns the resource in block style: its own text with its comments if it has one. */
  static byte[] yaml(PlacedItem item) {
    return withComment(item, yaml(item.resource().node()));
  }

  /** Returns the text of the resource as it is. */
  static byte[] asIs(PlacedItem item) {
    return withComment(item, document(item.resource().node()));
  }

  /** Returns the text of a node as a document, which callers must not change. */
  private static byte[] document(Node node) {
    return node.isOwnText() ? node.sourceText() : node.document();
  }

  /** Adds the comment that a list or a file had above the item, unless the text has one. */
  private static byte[] withComment(PlacedItem item, byte[] text) {
    var comment = comment(item);
    if (comment.isEmpty() || startsWithComment(text)) {
      return text;
    }
    var out = new StringBuilder();
    for (String line : comment.get().split("\n", -1)) {
      out.append(line.isEmpty() ? "#" : "# ").append(line).append('\n');
    }
    return (out + new String(text, UTF_8)).getBytes(UTF_8);
  }

  /** Whether the first line is a comment; directives, markers and blank lines do not count. */
  private static boolean startsWithComment(byte[] text) {
    int at = 0;
    while (at < text.length
        && (text[at] == '%' || text[at] == '\n' || ByteLines.isMarker(text, at, '-'))) {
      at = ByteLines.next(text, at);
    }
    return at < text.length && text[at] == '#';
  }

  /** Returns the comment above the item, or above the item that it was made from. */
  static Optional<String> comment(PlacedItem item) {
    var own = commentAbove(item.resource().node());
    var origin = item.origin();
    return own.isPresent() || origin == null ? own : commentAbove(origin.resource().node());
  }

  /** Whether a node is a whole text that begins with a key, so that no comment is above it. */
  private static boolean beginsWithKey(Node node) {
    return node.isOwnText() && Character.isLetter(node.sourceText()[0]);
  }

  /**
   * Returns the comment above a node. In a document, a comment right above the first field belongs
   * to that field.
   */
  private static Optional<String> commentAbove(Node node) {
    if (beginsWithKey(node)) {
      return Optional.empty();
    }
    var comment = node.comment(Comment.HEAD);
    return comment.isPresent() || node.size() == 0
        ? comment
        : node.entries().getFirst().value().comment(Comment.HEAD);
  }

  private static byte[] yaml(Node node) {
    if (node.style() == Style.FLOW) {
      return Yaml.of(node.value()).bytes();
    }
    var split = DocumentStream.split(node.document());
    byte[] text = withoutEnd(split);
    return hasNoMarkers(text) ? text : Yaml.of(node.value()).bytes();
  }

  /** Returns the document without the lines that separate it from others. */
  private static byte[] withoutEnd(DocumentStream split) {
    byte[] text = split.documents().getFirst().text();
    int last = ByteLines.last(text);
    int end = ByteLines.isMarker(text, last, '.') ? last : text.length;
    var out = new ByteArrayOutputStream();
    out.writeBytes(split.comments());
    out.write(text, 0, end);
    return out.toByteArray();
  }

  /** Whether a text has no line of directives and no {@code ---}. */
  private static boolean hasNoMarkers(byte[] text) {
    for (int at = 0; at < text.length; at = ByteLines.next(text, at)) {
      if (text[at] == '%' || ByteLines.isMarker(text, at, '-')) {
        return false;
      }
    }
    return true;
  }

  /** Whether a resource can replace another one without a new layout. */
  static boolean isLike(Resource resource, Resource other) {
    Node node = resource.node();
    return (node.style() == Style.FLOW) == (other.node().style() == Style.FLOW)
        && DocumentStream.split(document(node)).isSingleDocument();
  }
}
