package dev.kiln.bench.load.servers;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The lower bound for gRPC: grpc-java returns the message without reading it. */
final class GrpcEcho {
  private GrpcEcho() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .directExecutor()
            .addService(echo());
    EchoTls.grpc(args).ifPresent(builder::sslContext);
    Server server = builder.build().start();
    var address = (InetSocketAddress) server.getListenSockets().getFirst();
    System.err.println(Listening.line(Door.GRPC, address));
    server.awaitTermination();
  }

  private static ServerServiceDefinition echo() {
    return ServerServiceDefinition.builder(EvaluateBytes.METHOD.getServiceName())
        .addMethod(
            EvaluateBytes.METHOD,
            ServerCalls.asyncUnaryCall(
                (request, answer) -> {
                  answer.onNext(request);
                  answer.onCompleted();
                }))
        .build();
  }
}
