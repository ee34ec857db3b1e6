package dev.kiln.server.grpc;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Compressor;
import io.grpc.CompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/** Sends bytes as a compressed message, whatever they are. */
final class CompressedMessage {
  private static final Compressor AS_IT_IS =
      new Compressor() {
        @Override
        public String getMessageEncoding() {
          return "gzip";
        }

        @Override
        public OutputStream compress(OutputStream out) {
          return out;
        }
      };

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          throw new UnsupportedOperationException();
        }
      };

  private CompressedMessage() {}

  static EvaluateResponse evaluate(GrpcTestHost host, byte[] zipped) {
    CompressorRegistry registry = CompressorRegistry.newEmptyInstance();
    registry.register(AS_IT_IS);
    ManagedChannel channel = host.client().compressorRegistry(registry).build();
    try {
      var method = FunctionServiceGrpc.getEvaluateMethod();
      return ClientCalls.blockingUnaryCall(
          channel,
          method.toBuilder(BYTES, method.getResponseMarshaller()).build(),
          CallOptions.DEFAULT
              .withCompression("gzip")
              .withDeadlineAfter(GrpcTestHost.SOON.toMillis(), TimeUnit.MILLISECONDS),
          zipped);
    } finally {
      channel.shutdownNow();
    }
  }

  static byte[] zip(byte[] message) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(message);
    }
    return bytes.toByteArray();
  }

  /** A message whose list is zeros, made of many gzips, one behind the other. */
  static byte[] zeros(int mebibytes) throws IOException {
    var begin = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(begin);
    out.writeTag(EvaluateRequest.RESOURCE_LIST_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(mebibytes << 20);
    out.flush();
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(zip(begin.toByteArray()));
    byte[] one = zip(new byte[1 << 20]);
    for (int i = 0; i < mebibytes; i++) {
      bytes.writeBytes(one);
    }
    return bytes.toByteArray();
  }
}
