package dev.kiln.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.flags.FlagValues;
import dev.kiln.net.Tls;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.server.admin.Metrics;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.logs.HostLog;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;

/**
 * Runs what every call runs, so that the first one does not wait for classes to be loaded, nor the
 * first hundred for the compiler: a second host in small, with the same doors and certificate on
 * free ports of this machine and a function of its own, is called some times before the host says
 * that it listens, and on for a second after, while the host has nothing to do. What it counts and
 * logs nobody hears, and no function of the real host runs.
 */
final class WarmUp implements AutoCloseable {
  /**
   * For how long a host may wait for its first calls to itself, in milliseconds. If it is 0, there
   * is no warm-up at all.
   */
  private static final long MAX_DELAY_MILLIS = Long.getLong("kiln.warm-up.millis", 1000);

  /** The least number of calls to each door before the host says that it listens. */
  private static final int FIRST_CALLS = 2;

  /** For how long it goes on with them if they take less. */
  private static final long FIRST_TIME = TimeUnit.MILLISECONDS.toNanos(100);

  /** For how long it leaves the first callers alone. */
  private static final long QUIET = TimeUnit.MILLISECONDS.toNanos(250);

  /** How long it continues after that. A call then takes about half of its first time. */
  private static final Duration BACKGROUND_TIME = Duration.ofMillis(750);

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  private static final String ADDRESS = "127.0.0.1:0";
  private static final byte[] LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      functionConfig:
        apiVersion: kiln.dev/v1
        kind: WarmUp
        metadata: {name: warm-up}
        labels:
          warm: "yes"
        names: [one, two]
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: one # of two
        data: {soup: "no"}
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: two
          labels: {cold: yes}
      """
          .getBytes(UTF_8);
  private final HostSettings settings;
  private final Optional<Tls> tls;
  private final boolean hasMetrics; // as the host does that has an admin address
  private final BooleanSupplier isHostBusy;
  private final Duration backgroundTime;
  private final CountDownLatch called = new CountDownLatch(1);
  private volatile boolean isClosed;

  private WarmUp(
      HostSettings hostSettings,
      Optional<Tls> tls,
      BooleanSupplier isHostBusy,
      Duration backgroundTime) {
    this.settings = smallHost(hostSettings);
    this.tls = tls;
    this.hasMetrics = hostSettings.addresses().admin().isPresent();
    this.isHostBusy = isHostBusy;
    this.backgroundTime = backgroundTime;
  }

  /**
   * Makes the first calls, and continues beside the host.
   *
   * @param hostSettings a host that has its own ports already, so that none of them is taken here
   * @param tls what the host serves with
   * @param isHostBusy whether that host has something to do
   */
  static WarmUp begin(HostSettings hostSettings, Optional<Tls> tls, BooleanSupplier isHostBusy) {
    return MAX_DELAY_MILLIS == 0
        ? none(hostSettings)
        : begin(hostSettings, tls, isHostBusy, BACKGROUND_TIME);
  }

  /** One that does nothing. */
  static WarmUp none(HostSettings of) {
    return new WarmUp(of, Optional.empty(), () -> false, Duration.ZERO);
  }

  /** The same, with another duration for the part beside the host. */
  static WarmUp begin(
      HostSettings hostSettings,
      Optional<Tls> tls,
      BooleanSupplier isHostBusy,
      Duration backgroundTime) {
    var warmUp = new WarmUp(hostSettings, tls, isHostBusy, backgroundTime);
    Thread.ofPlatform().daemon().name("warm-up").start(warmUp::callUntilClosed);
    try {
      var _ = warmUp.called.await(MAX_DELAY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return warmUp;
  }

  /** Goes on no longer. */
  @Override
  public void close() {
    isClosed = true;
  }

  private static HostSettings smallHost(HostSettings hostSettings) {
    HostSettings.Addresses given = hostSettings.addresses();
    var addresses =
        new HostSettings.Addresses(
            given.http().map(WarmUp::onFreePort),
            given.grpc().map(WarmUp::onFreePort),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);
    return new HostSettings(
        List.of(),
        Optional.empty(),
        Optional.empty(),
        addresses,
        Optional.empty(),
        hostSettings.limits(),
        hostSettings.connections(),
        hostSettings.drainTimeout(),
        hostSettings.logFormat(),
        hostSettings.logCalls(),
        hostSettings.reflection());
  }

  private static FlagValues.Given onFreePort(FlagValues.Given address) {
    return new FlagValues.Given(address.source(), ADDRESS);
  }

  private void callUntilClosed() {
    try (var log = Host.log(settings, OutputStream.nullOutputStream());
        var evaluator = new Evaluator(function(), settings.limits())) {
      Optional<Metrics> metrics =
          hasMetrics ? Optional.of(new Metrics(log::dropped)) : Optional.empty();
      try (var doors = doors(evaluator, metrics, log)) {
        // Where there is no TLS, a reference to a method of it would load its classes.
        Tls used = doors.tls().orElse(null);
        Optional<SSLContext> client = used == null ? Optional.empty() : Optional.of(used.client());
        long end = System.nanoTime() + FIRST_TIME;
        for (int i = 0; !isClosed && (i < FIRST_CALLS || System.nanoTime() - end < 0); i++) {
          call(doors, client);
        }
        called.countDown();
        callBesideTheHost(doors, client);
      } finally {
        metrics.ifPresent(Metrics::close);
      }
    } catch (IOException | RuntimeException e) {
      // the first caller warms it up then
    } finally {
      called.countDown();
    }
  }

  private void callBesideTheHost(Doors doors, Optional<SSLContext> client) throws IOException {
    long begin = System.nanoTime() + QUIET;
    long end = begin + backgroundTime.toNanos();
    while (!isClosed && System.nanoTime() - end < 0) {
      if (System.nanoTime() - begin < 0 || isHostBusy.getAsBoolean()) {
        LockSupport.parkNanos(PAUSE);
      } else {
        call(doors, client);
      }
    }
  }

  private Doors doors(Evaluator evaluator, Optional<Metrics> metrics, HostLog log) {
    CallListener listener = Host.journal(log, metrics);
    Tls given = tls.orElse(null);
    return Doors.open(
        new Doors.Setup(
            settings, evaluator, Callers.ANYONE, listener, metrics, log, Optional::empty, _ -> {}),
        given == null ? Optional.empty() : Optional.of(given.forAnyClient()));
  }

  static FunctionRegistry function() {
    FunctionClass function = FunctionClass.of(WarmUpFunction.class);
    return new FunctionRegistry(List.of(JavaRunner.register(function)));
  }

  /** Once to each door there is. */
  static void call(Doors doors, Optional<SSLContext> client) throws IOException {
    if (doors.httpAddress().isPresent()) {
      WarmUpCall.to(doors.httpAddress().get(), client).http(LIST);
    }
    if (doors.grpcAddress().isPresent()) {
      WarmUpCall.to(doors.grpcAddress().get(), client).grpc(LIST);
    }
  }
}
