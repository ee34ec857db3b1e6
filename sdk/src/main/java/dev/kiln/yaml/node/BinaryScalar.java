package dev.kiln.yaml.node;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a node with the tag {@code !!binary} holds. */
final class BinaryScalar {
  private BinaryScalar() {}

  /** The bytes that base64 text stands for, as text; where they are no UTF-8, the base64 text. */
  static String text(Node node) {
    var base64 = node.text().replaceAll("\\s", "");
    if (base64.length() % 4 != 0) {
      throw bad(node);
    }
    try {
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException _) {
      return base64;
    } catch (IllegalArgumentException _) {
      throw bad(node);
    }
  }

  private static BadYaml bad(Node node) {
    return node.source.error(node.source.start(node.index), "a !!binary that is not base64");
  }
}
