package dev.kiln.faults;

import com.google.protobuf.ByteString;
import dev.kiln.process.HostProcess;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc.FunctionServiceBlockingStub;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A connection for gRPC calls. */
record GrpcChannel(ManagedChannel channel) implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  static GrpcChannel to(HostProcess host) {
    return new GrpcChannel(
        Grpc.newChannelBuilder(host.address("grpc"), InsecureChannelCredentials.create()).build());
  }

  FunctionServiceBlockingStub stub() {
    return FunctionServiceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  static EvaluateRequest request(String list) {
    return EvaluateRequest.newBuilder()
        .setResourceList(ByteString.copyFrom(list, StandardCharsets.UTF_8))
        .build();
  }

  /** The list that comes back. */
  String evaluate(String list) {
    return stub().evaluate(request(list)).getResourceList().toStringUtf8();
  }

  /** How the call ends: a status code, or "failure". */
  String end(String list) {
    try {
      return stub().evaluate(request(list)).hasFailure() ? "failure" : "OK";
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode().name();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
