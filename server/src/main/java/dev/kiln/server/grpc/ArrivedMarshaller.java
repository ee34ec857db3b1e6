package dev.kiln.server.grpc;

import com.google.protobuf.Parser;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;

/** Reads messages; see {@link Envelope} for the number of the list's field. */
record ArrivedMarshaller<M>(Parser<M> parser, int listField)
    implements MethodDescriptor.Marshaller<Arrived<M>> {

  @Override
  public Arrived<M> parse(InputStream stream) {
    try {
      return stream instanceof KnownLength
          ? new Arrived.Plain<>(read(stream))
          : new Arrived.Zipped<>(stream.readAllBytes()); // see Gzip
    } catch (IOException e) {
      return new Arrived.Broken<>(String.valueOf(e.getMessage()));
    }
  }

  Envelope<M> read(InputStream stream) throws IOException {
    return Envelope.read(stream, parser, listField);
  }

  @Override
  public InputStream stream(Arrived<M> value) {
    throw new UnsupportedOperationException("a server sends no requests");
  }
}
