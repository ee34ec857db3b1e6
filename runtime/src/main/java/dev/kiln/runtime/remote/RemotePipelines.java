package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineRunner;

/**
 * Runs pipelines on a host that speaks gRPC. The list is sent and received once, regardless of the
 * number of steps.
 */
public final class RemotePipelines implements PipelineRunner, AutoCloseable {
  private final RemoteSettings settings;
  private final GrpcRemoteClient remote;

  /**
   * Does not connect yet.
   *
   * @param address of a host that speaks gRPC
   */
  public RemotePipelines(RemoteAddress address, RemoteSettings settings) {
    if (address.protocol() != Protocol.GRPC) {
      throw new IllegalArgumentException(address + ": pipelines need gRPC");
    }
    this.settings = settings;
    this.remote = new GrpcRemoteClient(address, settings);
  }

  @Override
  public PipelineOutcome run(Pipeline pipeline) {
    try {
      return remote.run(pipeline, settings);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return PipelineOutcome.of(new Ending.Cancelled());
    }
  }

  @Override
  public void close() {
    remote.close();
  }
}
