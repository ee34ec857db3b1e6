package dev.kiln.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Runners;
import dev.kiln.sdk.FunctionClass;
import dev.kiln.sdk.FunctionDefinition;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.server.admin.Metrics;
import dev.kiln.server.calls.Journal;
import dev.kiln.server.flags.Values;
import dev.kiln.server.logs.HostLog;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Runs what every call runs, so that the first one does not wait for classes to be loaded: a second
 * host in small, with the same doors on free ports of this machine and a function of its own, is
 * called for a moment. What it counts and logs nobody hears, and no function of the real host runs.
 */
final class WarmUp {
  /**
   * How much later a host may say that it listens, in milliseconds; more where a start-up cache is
   * made, which has what was run.
   */
  private static final long LONGEST = Long.getLong("kiln.warm-up.millis", 100);

  /** What is left of that time is for closing the doors. */
  private static final long ENOUGH = LONGEST * 8 / 10;

  private static final long ROUNDS = LONGEST / 4;

  private static final String ADDRESS = "127.0.0.1:0";
  private static final byte[] LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      functionConfig:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: warm-up}
        data: {a: b}
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
  private static final byte[] DEFINITION =
      """
      apiVersion: config.kubernetes.io/v1alpha1
      kind: KRMFunctionDefinition
      metadata: {name: warm-up}
      spec: {group: kiln.dev, names: {kind: WarmUp}, versions: [{name: v1}]}
      """
          .getBytes(UTF_8);

  private final Settings settings;
  private final boolean measures; // as the host does that has an admin address
  private volatile boolean over;

  private WarmUp(Settings of) {
    this.settings = inSmall(of);
    this.measures = of.addresses().admin().isPresent();
  }

  /**
   * Does it, as far as there is time.
   *
   * @param of a host that has its own ports already, so that none of them is taken here
   */
  static void run(Settings of) {
    var warmUp = new WarmUp(of);
    Thread thread = Thread.ofPlatform().daemon().name("warm-up").start(warmUp::calls);
    try {
      thread.join(ENOUGH);
      warmUp.over = true;
      thread.join(LONGEST - ENOUGH);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Settings inSmall(Settings of) {
    Settings.Addresses given = of.addresses();
    var addresses =
        new Settings.Addresses(
            given.http().map(WarmUp::moved),
            given.grpc().map(WarmUp::moved),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new Settings(
        List.of(),
        Optional.empty(),
        Optional.empty(),
        addresses,
        of.limits(),
        of.connections(),
        of.drainTimeout(),
        of.logFormat(),
        of.logCalls());
  }

  private static Values.Given moved(Values.Given address) {
    return new Values.Given(address.by(), ADDRESS);
  }

  private void calls() {
    try (var log = Host.log(settings, OutputStream.nullOutputStream());
        var evaluator = new Evaluator(function(), settings.limits())) {
      Optional<Metrics> metrics =
          measures ? Optional.of(new Metrics(log::dropped)) : Optional.empty();
      try (var doors = doors(evaluator, metrics, log)) {
        for (long round = 0; round < ROUNDS && !over; round++) {
          call(doors);
        }
      } finally {
        metrics.ifPresent(Metrics::close);
      }
    } catch (IOException | RuntimeException e) {
      // the first caller warms it up then
    }
  }

  private Doors doors(Evaluator evaluator, Optional<Metrics> metrics, HostLog log) {
    Journal told = Host.journal(log, metrics);
    return Doors.open(
        new Doors.Setup(settings, evaluator, told, metrics, log, Optional::empty, _ -> {}));
  }

  static Runners function() {
    ItemFunction label = (item, _) -> item.edit(e -> e.set("metadata.labels.warm", "yes"));
    var function = FunctionClass.of(FunctionDefinition.parse(DEFINITION), label);
    return new Runners(List.of(JavaRunner.host(function)));
  }

  /** Once to each door there is. */
  static void call(Doors doors) throws IOException {
    if (doors.httpAddress().isPresent()) {
      WarmUpCall.to(doors.httpAddress().get()).http(LIST);
    }
    if (doors.grpcAddress().isPresent()) {
      WarmUpCall.to(doors.grpcAddress().get()).grpc(LIST);
    }
  }
}
