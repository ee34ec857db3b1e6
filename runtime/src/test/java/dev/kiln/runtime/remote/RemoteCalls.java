package dev.kiln.runtime.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;

/** What tests send, and how they wait. */
final class RemoteCalls {
  static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata: {name: one} # the first
      """;

  static final String FAILED =
      LIST
          + """
          results:
          - message: a bad name
            severity: error
          """;

  static final long MOST = 32 << 20;
  static final Duration SOON = Duration.ofMinutes(1);

  private RemoteCalls() {}

  static Invocation call() {
    return call(LIST);
  }

  static Invocation call(String list) {
    return Invocation.of(list.getBytes(UTF_8)).withDeadline(Instant.now().plus(SOON));
  }

  static String text(Outcome outcome) {
    return new String(outcome.bytes().orElseThrow(), UTF_8);
  }

  static String log(Invocation in) {
    return new String(in.log().tail(), UTF_8);
  }

  static String large() {
    return LIST + "- kind: Large\n  text: " + "x".repeat(5 << 20) + "\n";
  }

  /** What an attempt gives that takes less than that: on a busy machine not every one does. */
  static <T> T within(Duration limit, Callable<T> attempt) throws Exception {
    long end = System.nanoTime() + SOON.toNanos();
    while (System.nanoTime() < end) {
      long began = System.nanoTime();
      T result = attempt.call();
      if (System.nanoTime() - began < limit.toNanos()) {
        return result;
      }
    }
    throw new AssertionError("it always took longer than " + limit);
  }
}
