package dev.kiln.server.grpc;

import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.NothingRanException;
import dev.kiln.sdk.Format;

/** The format of an answer, from the fields of a request. */
final class ResponseFormats {
  private ResponseFormats() {}

  /**
   * The format of an answer.
   *
   * @throws NothingRanException if it is none we know
   */
  static Format answer(Encoding accept) {
    return switch (accept) {
      case JSON -> Format.JSON;
      case YAML, ENCODING_UNSPECIFIED -> Format.YAML;
      case UNRECOGNIZED -> throw unknown("accept");
    };
  }

  /**
   * The format of an answer to a request that says its own. The text itself shows that as well, so
   * it is only looked at.
   *
   * @throws NothingRanException if one of both is none we know
   */
  static Format answer(Encoding contentType, Encoding accept) {
    if (contentType == Encoding.UNRECOGNIZED) {
      throw unknown("content_type");
    }
    return answer(accept);
  }

  private static NothingRanException unknown(String field) {
    return new NothingRanException(
        new Ending.Refused(field + ": a number without a meaning (expected: YAML or JSON)"));
  }

  static Encoding of(Format format) {
    return format == Format.JSON ? Encoding.JSON : Encoding.YAML;
  }
}
