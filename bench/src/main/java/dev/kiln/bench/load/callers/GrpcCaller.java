package dev.kiln.bench.load.callers;

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
public final class GrpcCaller implements Caller {
  private final ManagedChannel channel;
  private final FunctionServiceGrpc.FunctionServiceFutureStub host;

  public GrpcCaller(InetSocketAddress server) {
    channel = NettyChannelBuilder.forAddress(server).usePlaintext().build();
    host = FunctionServiceGrpc.newFutureStub(channel);
  }

  @Override
  public CheckedCall answered(ByteString list, ByteString expected) {
    EvaluateRequest request = EvaluateRequest.newBuilder().setResourceList(list).build();
    return new CheckedCall(
        "gRPC, %d bytes".formatted(list.size()),
        () -> {
          EvaluateResponse answer = CheckedCall.await(host.evaluate(request));
          return UnexpectedOutcome.unless(
              !answer.hasFailure() && answer.getResourceList().equals(expected),
              answer.getFailure().getMessage() + ", or other bytes than expected");
        });
  }

  /** A call whose function fails. */
  public CheckedCall failing(byte[] list, Reason reason) {
    EvaluateRequest request = request(list);
    return new CheckedCall(
        "gRPC, to fail with " + reason,
        () -> {
          EvaluateResponse answer = CheckedCall.await(host.evaluate(request));
          return UnexpectedOutcome.unless(
              answer.hasFailure() && answer.getFailure().getReason() == reason,
              answer.getFailure());
        });
  }

  /** A call that is answered with an error status. */
  public CheckedCall refused(byte[] list, Status.Code code) {
    EvaluateRequest request = request(list);
    return new CheckedCall(
        "gRPC, to be answered with " + code,
        () -> {
          try {
            return UnexpectedOutcome.unless(
                false,
                "%d bytes"
                    .formatted(CheckedCall.await(host.evaluate(request)).getSerializedSize()));
          } catch (ExecutionException e) {
            Status status = Status.fromThrowable(e);
            return UnexpectedOutcome.unless(status.getCode() == code, status);
          }
        });
  }

  /** A call that is cancelled after this many microseconds. */
  public CheckedCall cancelled(GeneratedList list, long micros) {
    EvaluateRequest request = request(list.bytes());
    return new CheckedCall(
        "gRPC, cancelled after %d us".formatted(micros),
        () -> {
          var answer = host.evaluate(request);
          try {
            boolean failed = answer.get(micros, TimeUnit.MICROSECONDS).hasFailure();
            return UnexpectedOutcome.unless(!failed, "a failure");
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
