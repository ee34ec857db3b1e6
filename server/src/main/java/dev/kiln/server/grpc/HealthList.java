package dev.kiln.server.grpc;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Empty;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The method {@code List} of {@code grpc.health.v1.Health}, which grpc-java does not have yet. Its
 * request is an empty message, its response a map of the statuses by their names.
 */
final class HealthList {
  /** The only field of the response; each entry of a map is a message with a key and a value. */
  private static final int STATUSES = 1;

  private static final int KEY = 1;
  private static final int VALUE = 2;

  private static final MethodDescriptor<Empty, Map<String, ServingStatus>> METHOD =
      MethodDescriptor.newBuilder(
              ProtoUtils.marshaller(Empty.getDefaultInstance()), new ResponseMarshaller())
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(
              MethodDescriptor.generateFullMethodName(HealthGrpc.SERVICE_NAME, "List"))
          .build();

  private HealthList() {}

  static ServerMethodDefinition<Empty, Map<String, ServingStatus>> method(
      Supplier<Map<String, ServingStatus>> statuses) {
    return ServerMethodDefinition.create(
        METHOD,
        ServerCalls.asyncUnaryCall(
            (_, answer) -> {
              answer.onNext(statuses.get());
              answer.onCompleted();
            }));
  }

  private static final class ResponseMarshaller
      implements MethodDescriptor.Marshaller<Map<String, ServingStatus>> {
    @Override
    public InputStream stream(Map<String, ServingStatus> statuses) {
      var bytes = new ByteArrayOutputStream();
      var out = CodedOutputStream.newInstance(bytes);
      try {
        for (Map.Entry<String, ServingStatus> entry : statuses.entrySet()) {
          write(out, entry.getKey(), entry.getValue());
        }
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static void write(CodedOutputStream out, String name, ServingStatus status)
        throws IOException {
      byte[] value = HealthCheckResponse.newBuilder().setStatus(status).build().toByteArray();
      out.writeTag(STATUSES, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      out.writeUInt32NoTag(
          CodedOutputStream.computeStringSize(KEY, name)
              + CodedOutputStream.computeByteArraySize(VALUE, value));
      out.writeString(KEY, name);
      out.writeByteArray(VALUE, value);
    }

    @Override
    public Map<String, ServingStatus> parse(InputStream stream) {
      throw new UnsupportedOperationException("a server reads no responses");
    }
  }
}
