package dev.kiln.server;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Quantities;
import dev.kiln.server.calls.ConnectionLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The flags of all limits, and what they mean. */
public final class LimitFlags {
  private static final Flag MAX_MESSAGE_BYTES =
      Flag.of(
          "--max-message-bytes",
          "BYTES",
          "KRM_FUNCTION_MAX_MESSAGE_BYTES",
          "the size limit of a list, before and after decompression: 4194304 or 4Mi; default: what"
              + " the heap has room for if the list has nothing but small items, at most 64Mi");
  private static final Flag TIMEOUT =
      Flag.of(
          "--timeout",
          "DURATION",
          "KRM_FUNCTION_TIMEOUT",
          "the time limit of a call: 90s or 1h30m; default: 5m");
  private static final Flag MAX_BYTES_IN_FLIGHT =
      Flag.of(
          "--max-bytes-in-flight",
          "BYTES",
          "KRM_FUNCTION_MAX_BYTES_IN_FLIGHT",
          "the size limit of all messages together; default: a quarter of the heap that an idle host leaves");
  private static final Flag MAX_CONCURRENT =
      Flag.of(
          "--max-concurrent",
          "NUMBER",
          "KRM_FUNCTION_MAX_CONCURRENT",
          "the number of Java functions that run at once; default: one more than cores; with several, one is for lists below 64 KiB");
  private static final Flag MAX_WAITING =
      Flag.of(
          "--max-waiting",
          "NUMBER",
          "KRM_FUNCTION_MAX_WAITING",
          "the number of calls that run at once in programs, containers and other servers; default: 64");
  private static final Flag MAX_QUEUED =
      Flag.of(
          "--max-queued",
          "NUMBER",
          "KRM_FUNCTION_MAX_QUEUED",
          "the number of calls that wait in the queue; default: 4096");
  private static final Flag MAX_ABANDONED =
      Flag.of(
          "--max-abandoned",
          "NUMBER",
          "KRM_FUNCTION_MAX_ABANDONED",
          "the number of calls that may go on past --timeout; with more, the host drains and exits with 70;"
              + " default: 8 a core");
  private static final Flag MAX_CONNECTIONS =
      Flag.of(
          "--max-connections",
          "NUMBER",
          "KRM_FUNCTION_MAX_CONNECTIONS",
          "the number of connections to each address; default: 4096");
  private static final Flag MAX_CONNECTIONS_PER_CLIENT =
      Flag.of(
          "--max-connections-per-client",
          "NUMBER",
          "KRM_FUNCTION_MAX_CONNECTIONS_PER_CLIENT",
          "the number of connections to each address that come from one client address; default: three"
              + " quarters of --max-connections");
  private static final Flag MAX_CALLS_PER_CONNECTION =
      Flag.of(
          "--max-calls-per-connection",
          "NUMBER",
          "KRM_FUNCTION_MAX_CALLS_PER_CONNECTION",
          "the number of calls that a gRPC connection carries at once; default: 128");
  private static final Flag MAX_CONNECTION_AGE =
      Flag.of(
          "--max-connection-age",
          "DURATION",
          "KRM_FUNCTION_MAX_CONNECTION_AGE",
          "the age, give or take a tenth, at which a connection ends once its calls are answered;"
              + " default: none");
  private static final Flag MAX_HEADER_BYTES =
      Flag.of(
          "--max-header-bytes",
          "BYTES",
          "KRM_FUNCTION_MAX_HEADER_BYTES",
          "the size limit of the headers or metadata of a request; default: 16Ki");
  private static final Flag MAX_RESETS =
      Flag.of(
          "--max-resets",
          "NUMBER",
          "KRM_FUNCTION_MAX_RESETS",
          "the number of streams that a gRPC connection may reset within 30 seconds; default: 200");
  private static final Flag IDLE_TIMEOUT =
      Flag.of(
          "--idle-timeout",
          "DURATION",
          "KRM_FUNCTION_IDLE_TIMEOUT",
          "the time after which a silent connection is closed; default: 5m");
  private static final Flag BODY_TIMEOUT =
      Flag.of(
          "--body-timeout",
          "DURATION",
          "KRM_FUNCTION_BODY_TIMEOUT",
          "the time limit for receiving a request, from its first byte to its last; default: 30s");

  private static final Flag WRITE_TIMEOUT =
      Flag.of(
          "--write-timeout",
          "DURATION",
          "KRM_FUNCTION_WRITE_TIMEOUT",
          "the time after which a connection is closed whose client reads nothing of its answer; default: 30s");

  /** Those that count without an address as well. */
  public static final List<Flag> OF_A_CALL = List.of(MAX_MESSAGE_BYTES, TIMEOUT);

  /** Those of a server. */
  static final List<Flag> OF_A_SERVER =
      List.of(
          MAX_BYTES_IN_FLIGHT,
          MAX_CONCURRENT,
          MAX_WAITING,
          MAX_QUEUED,
          MAX_ABANDONED,
          MAX_CONNECTIONS,
          MAX_CONNECTIONS_PER_CLIENT,
          MAX_CALLS_PER_CONNECTION,
          MAX_CONNECTION_AGE,
          MAX_HEADER_BYTES,
          MAX_RESETS,
          IDLE_TIMEOUT,
          BODY_TIMEOUT,
          WRITE_TIMEOUT);

  private LimitFlags() {}

  /** What they say, or what is usual for a server or for the only call of a process. */
  public static Limits limits(FlagValues values, boolean isServer) {
    Limits usual = isServer ? Limits.ofServer() : Limits.defaults();
    long message = bytes(values, MAX_MESSAGE_BYTES, usual.maxMessageBytes());
    long usualBudget = Math.max(usual.maxBytesInFlight(), 2 * message);
    long budget = bytes(values, MAX_BYTES_IN_FLIGHT, usualBudget);
    if (budget < 2 * message) {
      throw values
          .find(MAX_BYTES_IN_FLIGHT)
          .orElseThrow()
          .invalid("at least " + 2 * message + ", twice what one message may have");
    }
    return new Limits(
        message,
        budget,
        number(values, MAX_CONCURRENT, usual.maxConcurrent(), 1),
        number(values, MAX_WAITING, usual.maxWaiting(), 1),
        number(values, MAX_QUEUED, usual.maxQueued(), 0),
        number(values, MAX_ABANDONED, usual.maxAbandoned(), 0),
        duration(values, TIMEOUT, usual.timeout()));
  }

  static ConnectionLimits connections(FlagValues values) {
    ConnectionLimits usual = ConnectionLimits.defaults();
    int connections = number(values, MAX_CONNECTIONS, usual.maxConnections(), 1);
    return new ConnectionLimits(
        connections,
        duration(values, IDLE_TIMEOUT, usual.idleTimeout()),
        duration(values, BODY_TIMEOUT, usual.bodyTimeout()),
        duration(values, WRITE_TIMEOUT, usual.writeTimeout()),
        Math.toIntExact(bytes(values, MAX_HEADER_BYTES, usual.maxHeaderBytes())),
        number(values, MAX_RESETS, usual.maxResets(), 1),
        number(values, MAX_CONNECTIONS_PER_CLIENT, ConnectionLimits.usualPerClient(connections), 1),
        number(values, MAX_CALLS_PER_CONNECTION, usual.maxCallsPerConnection(), 1),
        connectionAge(values));
  }

  private static Duration connectionAge(FlagValues values) {
    Duration age = duration(values, MAX_CONNECTION_AGE, Duration.ZERO);
    if (!age.isZero() && age.toSeconds() < 1) {
      throw values.find(MAX_CONNECTION_AGE).orElseThrow().invalid("at least 1s");
    }
    return age;
  }

  static Duration duration(FlagValues values, Flag flag, Duration usual) {
    Optional<FlagValues.Given> given = values.find(flag);
    return given.isEmpty() ? usual : duration(given.get());
  }

  private static Duration duration(FlagValues.Given given) {
    return Quantities.duration(given.value())
        .filter(Duration::isPositive)
        .orElseThrow(() -> given.invalid("a duration above 0, as 90s or 1h30m"));
  }

  private static long bytes(FlagValues.Given given) {
    return Quantities.bytes(given.value())
        .filter(bytes -> bytes > 0 && bytes < Integer.MAX_VALUE)
        .orElseThrow(() -> given.invalid("a number of bytes below 2Gi, as 4194304 or 4Mi"));
  }

  private static long bytes(FlagValues values, Flag flag, long usual) {
    Optional<FlagValues.Given> given = values.find(flag);
    return given.isEmpty() ? usual : bytes(given.get());
  }

  private static int number(FlagValues values, Flag flag, int usual, int least) {
    Optional<FlagValues.Given> given = values.find(flag);
    if (given.isEmpty()) {
      return usual;
    }
    String text = given.get().value();
    if (!text.matches("\\d{1,9}") || Integer.parseInt(text) < least) {
      throw given.get().invalid("a number from " + least + " up");
    }
    return Integer.parseInt(text);
  }
}
