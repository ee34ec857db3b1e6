package dev.kiln.yaml.node;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Decodes nodes with the tag {@code !!binary}. */
final class BinaryScalar {
  private BinaryScalar() {}

  /**
   * The bytes of the base64 text, decoded as UTF-8. If they are not UTF-8, the base64 text itself.
   */
  static String decode(Node node) {
    var base64 = node.text().replaceAll("\\s", "");
    if (base64.length() % 4 != 0) {
      throw notBase64(node);
    }
    try {
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException _) {
      return base64;
    } catch (IllegalArgumentException _) {
      throw notBase64(node);
    }
  }

  private static BadYaml notBase64(Node node) {
    return node.source.error(node.source.start(node.index), "a !!binary that is not base64");
  }
}
