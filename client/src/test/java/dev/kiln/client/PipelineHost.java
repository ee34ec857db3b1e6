package dev.kiln.client;

import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc.FunctionServiceImplBase;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A host that speaks gRPC, remembers which functions ran, and treats pipelines as a test says. */
final class PipelineHost extends FunctionServiceImplBase implements AutoCloseable {
  private final Behaviour behaviour;
  private final Server server;
  private final String address;

  /** The functions that ran, by name, in order. */
  final List<String> runs = new CopyOnWriteArrayList<>();

  /** What the host does with a pipeline. */
  interface Behaviour {
    void answer(PipelineHost host, PipelineRequest request, StreamObserver<PipelineResponse> reply);
  }

  PipelineHost(Behaviour behaviour) throws IOException {
    this.behaviour = behaviour;
    this.server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(this)
            .build()
            .start();
    this.address = "grpc://127.0.0.1:" + server.getPort();
  }

  String address() {
    return address;
  }

  /** Runs the function that a call is for: gives its list back. */
  @Override
  public void evaluate(EvaluateRequest request, StreamObserver<EvaluateResponse> reply) {
    runs.add(request.getFunction());
    reply.onNext(EvaluateResponse.newBuilder().setResourceList(request.getResourceList()).build());
    reply.onCompleted();
  }

  @Override
  public void evaluatePipeline(PipelineRequest request, StreamObserver<PipelineResponse> reply) {
    behaviour.answer(this, request, reply);
  }

  /** Ends at once, with all calls that it has. */
  void die() {
    server.shutdownNow();
  }

  @Override
  public void close() {
    die();
    try {
      server.awaitTermination();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
