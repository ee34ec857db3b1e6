package dev.kiln.server.grpc;

import dev.kiln.net.Binding;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.calls.ShortReads;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.ServerChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Listens for gRPC calls: our own service, Porch's, health and reflection. */
public final class GrpcDoor implements AutoCloseable {
  /** The name of the door in metrics and in the log. */
  static final String DOOR = "grpc";

  /** What waits at once for a connection to be accepted. */
  private static final int BACKLOG = 1024;

  private static final Duration RESET_WINDOW = Duration.ofSeconds(30);

  /** As often as usual clients may ask whether we are alive. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(9);

  /** After which a caller is asked whether it is still there. */
  private static final Duration KEEP_ALIVE_AFTER_SILENCE = Duration.ofMinutes(1);

  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);
  private static final Duration TIMEOUT_CHECK_PERIOD = Duration.ofMillis(250);

  /** LoadedFunctions, or their levels would be forgotten. */
  private static final Logger LIBRARY = Logger.getLogger("io.grpc");

  private static final Logger OPTIONS = Logger.getLogger("io.netty.bootstrap");

  static {
    LIBRARY.setLevel(Level.SEVERE); // whoever sends nonsense must not write our log
    OPTIONS.setLevel(Level.SEVERE); // gRPC asks sockets in the file system for what they know not
  }

  private final Server server;
  private final ConnectionGate gate;
  private final Binding binding;
  private final String address;
  private final OpenCalls calls;
  private final FunctionHealth health;
  private final Future<?> timeoutChecks;

  private GrpcDoor(
      DoorSetup setup, Server server, ConnectionGate gate, OpenCalls calls, FunctionHealth health) {
    this.server = server;
    this.gate = gate;
    this.binding = setup.binding();
    this.calls = calls;
    this.health = health;
    this.address = binding.open(server.getListenSockets().getFirst());
    this.timeoutChecks =
        setup
            .eventLoops()
            .next()
            .scheduleAtFixedRate(
                calls::enforceTimeouts,
                TIMEOUT_CHECK_PERIOD.toMillis(),
                TIMEOUT_CHECK_PERIOD.toMillis(),
                TimeUnit.MILLISECONDS);
  }

  /**
   * Binds and listens.
   *
   * @param reflection whether clients may ask which services there are
   */
  public static GrpcDoor open(DoorSetup setup, boolean reflection) throws IOException {
    var calls =
        new OpenCalls(
            setup.evaluator(),
            setup.callers(),
            setup.journal(),
            setup.limits(),
            setup.eventLoops());
    var health = new FunctionHealth(setup.evaluator().registry());
    List<ServerServiceDefinition> services = services(calls, health, reflection);
    services.forEach(service -> health.addService(service.getServiceDescriptor().getName()));
    health.functionsChanged();
    var gate = new ConnectionGate(setup.limits(), methods(services), setup.refusals());
    Server server = builder(setup, gate).addServices(services).build();
    try {
      return new GrpcDoor(setup, server.start(), gate, calls, health);
    } catch (IOException | RuntimeException e) {
      server.shutdownNow();
      setup.binding().close();
      throw e;
    }
  }

  @SuppressWarnings("deprecation") // clients in use ask for the older reflection
  private static List<ServerServiceDefinition> services(
      OpenCalls calls, FunctionHealth health, boolean reflection) {
    var services = new ArrayList<ServerServiceDefinition>(Services.of(calls));
    var others = new ArrayList<>(List.of(health.service()));
    if (reflection) {
      others.add(ProtoReflectionServiceV1.newInstance().bindService());
      others.add(ProtoReflectionService.newInstance().bindService());
    }
    var check = new CallerCheck(calls.callers());
    for (ServerServiceDefinition other : others) {
      services.add(ServerInterceptors.intercept(SmallMessages.of(other), check));
    }
    return services;
  }

  private static Set<String> methods(List<ServerServiceDefinition> services) {
    return services.stream()
        .flatMap(service -> service.getMethods().stream())
        .map(method -> method.getMethodDescriptor().getFullMethodName())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static NettyServerBuilder builder(DoorSetup setup, ConnectionGate gate) {
    ConnectionLimits limits = setup.limits();
    var builder =
        NettyServerBuilder.forAddress(setup.binding().socketAddress())
            .channelFactory(gated(setup.binding().channelType(), gate))
            .bossEventLoopGroup(setup.eventLoops())
            .workerEventLoopGroup(setup.eventLoops())
            .withOption(ChannelOption.SO_BACKLOG, BACKLOG)
            .withChildOption(ChannelOption.RECVBUF_ALLOCATOR, new ShortReads())
            .directExecutor()
            .addStreamTracerFactory(CallTracer.FACTORY)
            .addTransportFilter(new ClientConnections(setup.clients()))
            .decompressorRegistry(
                DecompressorRegistry.emptyInstance().with(new PackedMessages(), true))
            .maxInboundMessageSize(Integer.MAX_VALUE) // the admission limits it
            .flowControlWindow(OpenCalls.WINDOW)
            .maxConcurrentCallsPerConnection(limits.maxCallsPerConnection())
            .maxInboundMetadataSize(limits.maxHeaderBytes())
            .maxConnectionIdle(limits.idleTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .handshakeTimeout(limits.bodyTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTime(KEEP_ALIVE_AFTER_SILENCE.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveWithoutCalls(true)
            .maxRstFramesPerWindow(limits.maxResets(), (int) RESET_WINDOW.toSeconds());
    if (limits.maxAge().isPositive()) {
      Duration longestCall = setup.evaluator().limits().timeout().plus(limits.writeTimeout());
      builder
          .maxConnectionAge(limits.maxAge().toMillis(), TimeUnit.MILLISECONDS)
          .maxConnectionAgeGrace(longestCall.toMillis(), TimeUnit.MILLISECONDS);
    }
    SslContext tls = setup.tls();
    return tls == null ? builder : builder.sslContext(tls);
  }

  private static ChannelFactory<ServerChannel> gated(
      Class<? extends ServerChannel> type, ConnectionGate gate) {
    var factory = new ReflectiveChannelFactory<>(type);
    return () -> {
      ServerChannel channel = factory.newChannel();
      channel.pipeline().addLast(gate);
      return channel;
    };
  }

  /** Where it listens, as people write it. */
  public String address() {
    return address;
  }

  /** How many connections there are. */
  public int connections() {
    return gate.open();
  }

  /** Health follows the functions that the evaluator has now. */
  public void functionsChanged() {
    health.functionsChanged();
  }

  /** Health says whether the services are ready. */
  public void setReady(boolean ready) {
    health.setReady(ready);
  }

  /** Health says that nothing is served any more. */
  public void drain() {
    health.end();
  }

  /** Waits until all calls that were taken are answered; false if that takes longer. */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    return calls.awaitEnd(atMost);
  }

  /**
   * Ends all connections, and what still runs for them: first by asking their callers to go, for a
   * call that is on its way would else look like one that was cut off.
   */
  @Override
  public void close() {
    timeoutChecks.cancel(false);
    server.shutdown();
    try {
      server.awaitTermination(CLOSE_GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.shutdownNow();
    binding.close();
  }
}
