package dev.kiln.server;

import dev.kiln.flags.Flag;
import dev.kiln.net.BadTls;
import dev.kiln.net.Binding;
import dev.kiln.net.NettyDefaults;
import dev.kiln.net.Tls;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Limits;
import dev.kiln.server.admin.AdminDoor;
import dev.kiln.server.admin.Metrics;
import dev.kiln.server.admin.Pages;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.calls.RefusalListener;
import dev.kiln.server.grpc.GrpcDoor;
import dev.kiln.server.http.HttpDoor;
import dev.kiln.server.logs.HostLog;
import dev.kiln.server.logs.RefusalLog;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The doors of one host: opened together, drained together. */
final class Doors implements AutoCloseable {
  static {
    NettyDefaults.setIfAbsent("io.netty.leakDetection.level", "disabled");
    NettyDefaults.set();
  }

  private final Setup setup;
  private final EventLoopGroup eventLoops = eventLoops("loop");

  /** Of their own, so that a flood of HTTP/2 frames delays nobody at the other doors. */
  private final EventLoopGroup grpcEventLoops = eventLoops("grpc-loop");

  private final RefusalListener refusals;
  private final Clients clients = new Clients();
  private Optional<DoorAddress> httpPlace = Optional.empty();
  private Optional<DoorAddress> grpcPlace = Optional.empty();
  private Optional<DoorAddress> adminPlace = Optional.empty();
  private @Nullable Tls tls;
  private @Nullable HttpDoor http;
  private @Nullable GrpcDoor grpc;
  private @Nullable AdminDoor admin;

  /**
   * What they have in common.
   *
   * @param notReady why the host takes no calls, in words
   * @param onFatalError receives errors after which the host must end
   */
  record Setup(
      HostSettings settings,
      Evaluator evaluator,
      Callers callers,
      CallListener callListener,
      Optional<Metrics> metrics,
      HostLog log,
      Supplier<Optional<String>> notReady,
      Consumer<Throwable> onFatalError) {}

  private static EventLoopGroup eventLoops(String name) {
    return new MultiThreadIoEventLoopGroup(
        Runtime.getRuntime().availableProcessors(),
        new DefaultThreadFactory(name, true),
        NioIoHandler.newFactory());
  }

  private Doors(Setup setup) {
    this.setup = setup;
    RefusalListener log = new RefusalLog(setup.log(), System::nanoTime);
    this.refusals =
        refusal -> {
          log.refused(refusal);
          setup.metrics().ifPresent(metrics -> metrics.refused(refusal));
        };
  }

  /**
   * Opens all that have an address, or none.
   *
   * @throws CannotStartException if one cannot be opened
   */
  static Doors open(Setup setup) {
    return open(setup, Optional.empty());
  }

  /**
   * The same.
   *
   * @param certificate what to serve with, if the settings name no directory of certificates
   */
  static Doors open(Setup setup, Optional<Tls> certificate) {
    var doors = new Doors(setup);
    doors.tls = certificate.orElse(null);
    try {
      doors.open();
      Stream.of(doors.eventLoops, doors.grpcEventLoops)
          .forEach(loops -> loops.forEach(loop -> loop.execute(() -> {}))); // starts its thread
      return doors;
    } catch (Throwable e) {
      doors.close();
      throw e;
    }
  }

  private void open() {
    HostSettings.Addresses given = setup.settings().addresses();
    httpPlace = given.http().map(DoorAddress::of);
    grpcPlace = given.grpc().map(DoorAddress::of);
    adminPlace = given.admin().map(DoorAddress::of);
    DoorAddress.refuseClashes(
        Stream.of(httpPlace, grpcPlace, adminPlace).flatMap(Optional::stream).toList());
    given.tlsDir().ifPresent(dir -> tls = tls(dir.source(), Path.of(dir.value())));
    registerCertificates(given.adminTls());
    httpPlace.ifPresent(place -> http = place.open(given.socketMode(), this::http));
    grpcPlace.ifPresent(place -> grpc = place.open(given.socketMode(), this::grpc));
    adminPlace.ifPresent(place -> admin = place.open(given.socketMode(), this::admin));
  }

  private Tls tls(String by, Path directory) {
    try {
      return Tls.of(directory, line -> setup.log().info("tls", line));
    } catch (BadTls e) {
      throw new CannotStartException(by + ": " + e.getMessage(), e);
    }
  }

  private void registerCertificates(boolean ofAdmin) {
    Tls used = tls;
    if (used != null && setup.metrics().isPresent()) {
      Metrics metrics = setup.metrics().get();
      metrics.certificate("server", used::certificateExpiry);
      metrics.certificate("client_ca", used::clientAuthorityExpiry);
      if (ofAdmin) {
        metrics.certificate("admin", used::certificateExpiry);
      }
    }
  }

  private HttpDoor http(Binding binding) throws Exception {
    HttpDoor door = HttpDoor.open(doorSetup(binding, tls == null ? null : tls.http(), eventLoops));
    registerConnectionGauge("http", door::connections);
    return door;
  }

  private DoorSetup doorSetup(
      Binding binding, @Nullable SslContext context, EventLoopGroup ofDoor) {
    return new DoorSetup(
        binding,
        context,
        setup.evaluator(),
        setup.callers(),
        setup.callListener(),
        refusals,
        setup.settings().connections(),
        clients,
        ofDoor,
        this::fault);
  }

  private void registerConnectionGauge(String door, IntSupplier connections) {
    int most = setup.settings().connections().maxConnections();
    setup.metrics().ifPresent(found -> found.connections(door, connections, most));
  }

  private GrpcDoor grpc(Binding binding) throws Exception {
    GrpcDoor door =
        GrpcDoor.open(
            doorSetup(binding, tls == null ? null : tls.grpc(), grpcEventLoops),
            setup.settings().reflection());
    registerConnectionGauge("grpc", door::connections);
    return door;
  }

  private AdminDoor admin(Binding binding) {
    AdminDoor door =
        AdminDoor.open(
            new AdminDoor.Setup(
                binding,
                tls == null || !setup.settings().addresses().adminTls()
                    ? null
                    : tls.httpForProbes(),
                setup.settings().connections(),
                new Pages(
                    setup.notReady(),
                    setup.metrics().orElseThrow(),
                    setup.evaluator(),
                    setup.callers()),
                refusals,
                this::fault,
                eventLoops));
    registerConnectionGauge("admin", door::connections);
    return door;
  }

  private void fault(Throwable e) {
    setup.log().fault("a door failed", e);
    if (Limits.isFatal(e)) {
      setup.onFatalError().accept(e);
    }
  }

  /** What the doors serve with, if there is TLS. */
  Optional<Tls> tls() {
    return Optional.ofNullable(tls);
  }

  /** Where HTTP is served, if it is. */
  Optional<String> httpAddress() {
    return Optional.ofNullable(http).map(HttpDoor::address);
  }

  /** Where gRPC is served, if it is. */
  Optional<String> grpcAddress() {
    return Optional.ofNullable(grpc).map(GrpcDoor::address);
  }

  /** Where the admin pages are served, if they are. */
  Optional<String> adminAddress() {
    return Optional.ofNullable(admin).map(AdminDoor::address);
  }

  /** Says where to find them; a script may wait for these lines. */
  void announce() {
    if (tls == null) {
      httpPlace.ifPresent(place -> warnIfExposed("http", place, DoorFlags.TLS_DIR));
      grpcPlace.ifPresent(place -> warnIfExposed("grpc", place, DoorFlags.TLS_DIR));
    }
    if (!setup.settings().addresses().adminTls()) {
      adminPlace.ifPresent(place -> warnIfExposed("admin", place, DoorFlags.ADMIN_TLS));
    }
    if (http != null) {
      setup.log().listening("http", http.address());
    }
    if (grpc != null) {
      setup.log().listening("grpc", grpc.address());
    }
    if (admin != null) {
      setup.log().listening("admin", admin.address());
    }
  }

  private void warnIfExposed(String door, DoorAddress place, Flag tls) {
    if (!place.address().isLocal()) {
      setup
          .log()
          .warn(
              "exposed",
              "%s: others than this machine can reach %s, and there is no TLS (%s or %s)"
                  .formatted(door, place.given().value(), tls.name(), tls.variable()));
    }
  }

  /** Tells callers who ask for the health of the host whether it is ready. */
  void setReady(boolean ready) {
    if (grpc != null) {
      grpc.setReady(ready);
    }
  }

  void functionsChanged() {
    if (grpc != null) {
      grpc.functionsChanged();
    }
  }

  /**
   * Takes no more calls, and waits until those that were taken are answered.
   *
   * @return whether they were
   */
  boolean drain(Duration limit) throws InterruptedException {
    if (grpc != null) {
      grpc.drain();
    }
    long end = System.nanoTime() + limit.toNanos();
    boolean done = http == null || http.awaitEnd(limit);
    Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    return (grpc == null || grpc.awaitEnd(left)) && done;
  }

  @Override
  public void close() {
    Stream.of(http, grpc, admin, tls).filter(Objects::nonNull).forEach(Doors::closeQuietly);
    Stream.of(eventLoops, grpcEventLoops)
        .forEach(loops -> loops.shutdownGracefully(0, 1, TimeUnit.SECONDS));
  }

  private static void closeQuietly(AutoCloseable one) {
    try {
      one.close();
    } catch (Exception e) {
      // the process ends, which closes it as well
    }
  }
}
