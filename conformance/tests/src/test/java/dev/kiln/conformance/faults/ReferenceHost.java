package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.Polling;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import dev.kiln.kit.Kit;
import dev.kiln.server.EmbeddedProgram;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;

/** The reference function over HTTP and gRPC, served by the JVM of the tests. */
record ReferenceHost(InetSocketAddress http, InetSocketAddress grpc, EmbeddedProgram program)
    implements AutoCloseable {
  /** Starts one. */
  static ReferenceHost start() {
    InetSocketAddress http = ServerAddresses.free();
    InetSocketAddress grpc = ServerAddresses.free();
    var variables =
        ServerAddresses.variables(ServerAddresses.text(http), ServerAddresses.text(grpc));
    var streams =
        new EmbeddedProgram.Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    var program = new EmbeddedProgram(Kit.class, variables, streams);
    // A slot for each test that runs at once: a call must not wait past its deadline for others.
    var flags = List.of("--max-concurrent", "64");
    Thread serving = Thread.ofPlatform().daemon().start(() -> program.run(flags));
    for (InetSocketAddress address : List.of(http, grpc)) {
      Polling.until(
          ServerLauncher.START_TIMEOUT,
          () -> !serving.isAlive() || ServerAddresses.isListening(ServerAddresses.text(address)));
    }
    return new ReferenceHost(http, grpc, program);
  }

  @Override
  public void close() {
    program.terminate();
  }
}
