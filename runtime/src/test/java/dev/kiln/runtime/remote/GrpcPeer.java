package dev.kiln.runtime.remote;

import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc.FunctionEvaluatorImplBase;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc.FunctionServiceImplBase;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gRPC server that answers as a test says. */
final class GrpcPeer implements AutoCloseable {
  private static final EventLoopGroup LOOPS =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("peer", true), NioIoHandler.newFactory());

  private final Server server;

  /** Answers one request; what it throws is the status. */
  interface Answering<Q, A> {
    A to(Q request) throws Exception;
  }

  /** Our service. */
  static final class Ours extends FunctionServiceImplBase {
    final List<EvaluateRequest> requests = new CopyOnWriteArrayList<>();
    private final Answering<EvaluateRequest, EvaluateResponse> answering;

    Ours(Answering<EvaluateRequest, EvaluateResponse> answering) {
      this.answering = answering;
    }

    @Override
    public void evaluate(EvaluateRequest request, StreamObserver<EvaluateResponse> reply) {
      requests.add(request);
      answer(request, answering, reply);
    }
  }

  /** Porch's service. */
  static final class Porch extends FunctionEvaluatorImplBase {
    final List<EvaluateFunctionRequest> requests = new CopyOnWriteArrayList<>();
    private final Answering<EvaluateFunctionRequest, EvaluateFunctionResponse> answering;

    Porch(Answering<EvaluateFunctionRequest, EvaluateFunctionResponse> answering) {
      this.answering = answering;
    }

    @Override
    public void evaluateFunction(
        EvaluateFunctionRequest request, StreamObserver<EvaluateFunctionResponse> reply) {
      requests.add(request);
      answer(request, answering, reply);
    }
  }

  private static <Q, A> void answer(Q request, Answering<Q, A> answering, StreamObserver<A> reply) {
    try {
      reply.onNext(answering.to(request));
      reply.onCompleted();
    } catch (Exception e) {
      reply.onError(e);
    }
  }

  private GrpcPeer(NettyServerBuilder builder, BindableService... services) throws IOException {
    for (BindableService service : services) {
      builder.addService(service);
    }
    this.server = builder.bossEventLoopGroup(LOOPS).workerEventLoopGroup(LOOPS).build().start();
  }

  static GrpcPeer of(BindableService... services) throws IOException {
    return new GrpcPeer(tcp(), services);
  }

  private static NettyServerBuilder tcp() {
    return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .maxInboundMessageSize(64 << 20)
        .channelType(NioServerSocketChannel.class);
  }

  static GrpcPeer on(Path socket, BindableService... services) throws IOException {
    return new GrpcPeer(
        NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .channelType(NioServerDomainSocketChannel.class),
        services);
  }

  RemoteAddress remote() {
    SocketAddress address = server.getListenSockets().getFirst();
    return address instanceof UnixDomainSocketAddress unix
        ? RemoteAddress.unix(Protocol.GRPC, unix.getPath())
        : RemoteAddress.tcp(Protocol.GRPC, "127.0.0.1", ((InetSocketAddress) address).getPort());
  }

  @Override
  public void close() {
    stop();
  }

  /** Ends it, and the calls that it has. */
  void stop() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
