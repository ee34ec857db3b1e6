package dev.kiln.server.grpc;

import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Format;

/** Which format a caller means. */
final class Encodings {
  private Encodings() {}

  /**
   * The format of an answer.
   *
   * @throws BadInput if it is none we know
   */
  static Format answer(Encoding accept, int number) {
    return switch (accept) {
      case JSON -> Format.JSON;
      case YAML, ENCODING_UNSPECIFIED -> Format.YAML;
      case UNRECOGNIZED -> throw new BadInput("accept", "" + number, "1 (YAML) or 2 (JSON)");
    };
  }

  /**
   * Looks at the format of a request, which the text itself shows as well.
   *
   * @throws BadInput if it is none we know
   */
  static void check(Encoding contentType, int number) {
    if (contentType == Encoding.UNRECOGNIZED) {
      throw new BadInput("content_type", "" + number, "1 (YAML) or 2 (JSON)");
    }
  }

  static Encoding of(Format format) {
    return format == Format.JSON ? Encoding.JSON : Encoding.YAML;
  }
}
