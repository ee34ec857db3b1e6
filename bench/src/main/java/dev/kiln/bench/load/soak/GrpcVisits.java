package dev.kiln.bench.load.soak;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.proto.v2alpha1.Reason;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes calls over gRPC: some succeed, some must fail, and some are cancelled. */
final class GrpcVisits implements AutoCloseable {
  private final ManagedChannel channel;
  private final FunctionServiceGrpc.FunctionServiceFutureStub host;

  GrpcVisits(InetSocketAddress server) {
    channel = NettyChannelBuilder.forAddress(server).usePlaintext().build();
    host = FunctionServiceGrpc.newFutureStub(channel);
  }

  /** A call whose list comes back with its labels. */
  Visit labelled(GeneratedList list) {
    EvaluateRequest request = request(list.bytes());
    ByteString expected = ByteString.copyFrom(list.labelled(_ -> true));
    return new Visit(
        "gRPC, %d items".formatted(list.items()),
        () -> {
          EvaluateResponse answer = Visit.await(host.evaluate(request));
          return Unexpected.unless(
              !answer.hasFailure() && answer.getResourceList().equals(expected),
              answer.getFailure().getMessage() + ", or other bytes than expected");
        });
  }

  /** A call whose function fails. */
  Visit failing(byte[] list, Reason reason) {
    EvaluateRequest request = request(list);
    return new Visit(
        "gRPC, to fail with " + reason,
        () -> {
          EvaluateResponse answer = Visit.await(host.evaluate(request));
          return Unexpected.unless(
              answer.hasFailure() && answer.getFailure().getReason() == reason,
              answer.getFailure());
        });
  }

  /** A call that is answered with an error status. */
  Visit refused(byte[] list, Status.Code code) {
    EvaluateRequest request = request(list);
    return new Visit(
        "gRPC, to be answered with " + code,
        () -> {
          try {
            return Unexpected.unless(
                false,
                "%d bytes".formatted(Visit.await(host.evaluate(request)).getSerializedSize()));
          } catch (ExecutionException e) {
            Status status = Status.fromThrowable(e);
            return Unexpected.unless(status.getCode() == code, status);
          }
        });
  }

  /** A call that is cancelled after this many microseconds. */
  Visit cancelled(GeneratedList list, long micros) {
    EvaluateRequest request = request(list.bytes());
    return new Visit(
        "gRPC, cancelled after %d us".formatted(micros),
        () -> {
          var answer = host.evaluate(request);
          try {
            boolean failed = answer.get(micros, TimeUnit.MICROSECONDS).hasFailure();
            return Unexpected.unless(!failed, "a failure");
          } catch (TimeoutException e) {
            return answer.cancel(true);
          }
        });
  }

  private static EvaluateRequest request(byte[] list) {
    return EvaluateRequest.newBuilder().setResourceList(ByteString.copyFrom(list)).build();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
