package dev.kiln.bench.load.callers;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Calls {@code Evaluate} on a channel of its own, with a message that was serialized once. */
final class GrpcCaller implements Caller {
  private final ManagedChannel channel;
  private final byte[] request;
  private final ByteBuffer expected;

  private GrpcCaller(ManagedChannel channel, byte[] request, ByteBuffer expected) {
    this.channel = channel;
    this.request = request;
    this.expected = expected;
  }

  static GrpcCaller connect(EventLoop loop, InetSocketAddress server, Exchange exchange) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(server)
            .eventLoopGroup(loop)
            .channelType(NioSocketChannel.class)
            .directExecutor()
            .usePlaintext()
            .build();
    channel.getState(true);
    EvaluateRequest request =
        EvaluateRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(exchange.request()))
            .build();
    return new GrpcCaller(channel, request.toByteArray(), exchange.expected());
  }

  @Override
  public void send(Listener listener) {
    ClientCalls.asyncUnaryCall(
        channel.newCall(EvaluateBytes.METHOD, CallOptions.DEFAULT), request, new Reply(listener));
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private final class Reply implements StreamObserver<byte[]> {
    private final Listener listener;
    private String wrong = "no message";

    Reply(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void onNext(byte[] message) {
      wrong = EvaluateAnswer.wrong(message, expected);
    }

    @Override
    public void onCompleted() {
      listener.answered(wrong);
    }

    @Override
    public void onError(Throwable cause) {
      listener.answered(Status.fromThrowable(cause).toString());
    }
  }
}
