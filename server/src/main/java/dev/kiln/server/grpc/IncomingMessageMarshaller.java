package dev.kiln.server.grpc;

import com.google.protobuf.Parser;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;

/** Reads messages; see {@link RequestFields} for the number of the list's field. */
record IncomingMessageMarshaller<M>(Parser<M> parser, int listField)
    implements MethodDescriptor.Marshaller<IncomingMessage<M>> {

  @Override
  public IncomingMessage<M> parse(InputStream stream) {
    try {
      return stream instanceof KnownLength
          ? new IncomingMessage.Parsed<>(read(stream))
          : new IncomingMessage.Compressed<>(stream.readAllBytes()); // see PackedMessages
    } catch (IOException e) {
      return new IncomingMessage.Malformed<>(String.valueOf(e.getMessage()));
    }
  }

  RequestFields<M> read(InputStream stream) throws IOException {
    return RequestFields.read(stream, parser, listField);
  }

  @Override
  public InputStream stream(IncomingMessage<M> value) {
    throw new UnsupportedOperationException("a server sends no requests");
  }
}
