package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;

/**
 * A call that came.
 *
 * @param method with its service before it
 * @param message the first that was sent
 */
record GrpcCall(String method, Metadata headers, ByteString message) {
  private static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

  static final Metadata.Key<String> TIMEOUT =
      Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER);

  boolean is(String name) {
    return method.endsWith("/" + name);
  }

  boolean has(String text) {
    return message.toString(UTF_8).contains(text);
  }

  boolean hasHeader(String name) {
    return headers.keys().contains(name);
  }

  /** By a case, which counts in milliseconds, and not by the patience of the library. */
  boolean isLimited() {
    String timeout = headers.get(TIMEOUT);
    return timeout != null && timeout.endsWith("m");
  }

  boolean isZipped() {
    return "gzip".equals(headers.get(ENCODING));
  }
}
