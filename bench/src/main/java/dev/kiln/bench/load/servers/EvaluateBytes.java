package dev.kiln.bench.load.servers;

import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The method {@code Evaluate} with messages that stay byte arrays. */
final class EvaluateBytes implements MethodDescriptor.Marshaller<byte[]> {
  static final MethodDescriptor<byte[], byte[]> METHOD =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(FunctionServiceGrpc.getEvaluateMethod().getFullMethodName())
          .setRequestMarshaller(new EvaluateBytes())
          .setResponseMarshaller(new EvaluateBytes())
          .build();

  private EvaluateBytes() {}

  @Override
  public InputStream stream(byte[] message) {
    return new Message(message);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      byte[] message = new byte[stream.available()]; // gRPC has received the whole message
      stream.readNBytes(message, 0, message.length);
      return message;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells gRPC the length of the message, which saves a copy. */
  private static final class Message extends ByteArrayInputStream implements io.grpc.KnownLength {
    Message(byte[] bytes) {
      super(bytes);
    }
  }
}
