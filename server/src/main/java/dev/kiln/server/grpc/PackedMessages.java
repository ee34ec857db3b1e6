package dev.kiln.server.grpc;

import io.grpc.Decompressor;
import java.io.InputStream;

/**
 * Tells gRPC to pass packed messages on as they are, so that they are unpacked off the event loop.
 * The stream of such a message does not implement {@code KnownLength}, which is how the marshaller
 * recognises it.
 */
final class PackedMessages implements Decompressor {
  @Override
  public String getMessageEncoding() {
    return "gzip";
  }

  @Override
  public InputStream decompress(InputStream in) {
    return in;
  }
}
