package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Functions that a test writes as shell scripts, and the instances that they share. */
final class Scripts implements AutoCloseable {
  static final String LIST = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";
  static final PoolSettings SETTINGS = new PoolSettings(0, 4, Duration.ofMinutes(5), 0);
  static final Duration GRACE = Duration.ofMillis(200);

  final Instances instances;
  private final List<ProgramRunner> runners = new ArrayList<>();

  Scripts(int maxProcesses, long maxMemoryBytes) {
    this(new InstanceLimits(maxProcesses, maxMemoryBytes, GRACE));
  }

  private Scripts(InstanceLimits limits) {
    this.instances = new Instances(limits);
  }

  static Scripts unlimited() {
    return new Scripts(1000, Long.MAX_VALUE);
  }

  /** Whose instances are not killed before they heard that they are asked to end. */
  static Scripts patient() {
    return new Scripts(new InstanceLimits(1000, Long.MAX_VALUE, Duration.ofMinutes(1)));
  }

  ProgramRunner runner(String script) {
    return runner(script, SETTINGS);
  }

  ProgramRunner runner(String script, PoolSettings settings) {
    return runner(() -> launch(script), settings);
  }

  /** A script whose successors do not write where it does. */
  ProgramRunner first(String script) {
    var asked = new AtomicBoolean();
    return runner(() -> launch(asked.getAndSet(true) ? "cat" : script), SETTINGS);
  }

  ProgramRunner runner(Launcher launcher, PoolSettings settings) {
    var runner = new ProgramRunner("f", launcher, settings, instances, 32 << 20);
    runners.add(runner);
    return runner;
  }

  ChildProcess start(LaunchSpec launch, long memoryBytes) throws InterruptedException {
    return (ChildProcess) instances.start(launch, memoryBytes);
  }

  ChildProcess start(LaunchSpec launch, long memoryBytes, Instant deadline)
      throws InterruptedException {
    return (ChildProcess) instances.start(launch, memoryBytes, deadline);
  }

  static LaunchSpec launch(String script) {
    return launch(List.of("/bin/sh", "-c", script));
  }

  static LaunchSpec launch(List<String> command) {
    return LaunchSpec.exec(command, Map.of(), Optional.empty());
  }

  static Invocation invocation(String list) {
    return Invocation.of(list.getBytes(StandardCharsets.UTF_8))
        .withDeadline(Instant.now().plus(Duration.ofMinutes(1)));
  }

  static Invocation invocation(Duration left) {
    return Invocation.of(LIST.getBytes(StandardCharsets.UTF_8))
        .withDeadline(Instant.now().plus(left));
  }

  static Outcome call(ProgramRunner runner) {
    return runner.run(invocation(LIST));
  }

  static CompletableFuture<Outcome> calling(ProgramRunner runner, Invocation in) {
    var outcome = new CompletableFuture<Outcome>();
    Thread.ofVirtual().start(() -> outcome.complete(runner.run(in)));
    return outcome;
  }

  static String text(Outcome outcome) {
    assertThat(outcome.ending().message()).isEmpty();
    return new String(outcome.bytes().orElseThrow(), StandardCharsets.UTF_8);
  }

  static String log(Invocation in) {
    return new String(in.log().tail(), StandardCharsets.UTF_8);
  }

  /** What a script wrote, once it wrote a whole line. */
  static String line(Path file) {
    Await.until(() -> Files.exists(file) && read(file).endsWith("\n"));
    return read(file).strip();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void awaitGone(String pid) {
    Await.until(() -> ProcessHandle.of(Long.parseLong(pid)).isEmpty());
  }

  @Override
  public void close() {
    runners.forEach(ProgramRunner::close);
    instances.close();
  }
}
