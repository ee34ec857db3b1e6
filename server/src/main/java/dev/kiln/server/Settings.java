package dev.kiln.server;

import dev.kiln.runtime.Limits;
import dev.kiln.server.flags.Amounts;
import dev.kiln.server.flags.Flag;
import dev.kiln.server.flags.Flags;
import dev.kiln.server.flags.UsageException;
import dev.kiln.server.flags.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a host is to run.
 *
 * @param functions the names of the functions to hold; all there are if empty
 */
record Settings(List<String> functions, Limits limits) {
  private static final Flag FUNCTION =
      Flag.of(
          "--function",
          "NAME",
          "KRM_FUNCTION_NAME",
          "the function to run; without it the type of the functionConfig chooses");
  private static final Flag MAX_BYTES =
      Flag.of(
          "--max-message-bytes",
          "BYTES",
          "KRM_FUNCTION_MAX_MESSAGE_BYTES",
          "the largest list to read, as 4194304 or 4Mi; default: 64Mi or an eighth of the heap");
  private static final Flag TIMEOUT =
      Flag.of(
          "--timeout",
          "DURATION",
          "KRM_FUNCTION_TIMEOUT",
          "how long a function may run, as 90s or 1h30m; default: 5m");
  private static final List<Flag> ADDRESSES =
      List.of(
          Flag.hidden("--http-addr", "KRM_FUNCTION_HTTP_ADDRESS"),
          Flag.hidden("--grpc-addr", "KRM_FUNCTION_GRPC_ADDRESS"));

  /** The flags of a program that is one function. */
  static final Flags OF_ONE = new Flags(List.of(MAX_BYTES, TIMEOUT), ADDRESSES);

  /** The flags of a host of many functions. */
  static final Flags OF_MANY = new Flags(List.of(FUNCTION, MAX_BYTES, TIMEOUT), ADDRESSES);

  static Settings of(Values values) {
    if (!values.rest().isEmpty()) {
      throw new UsageException(
          "unexpected argument: " + values.rest().getFirst() + " (the list is read from stdin)");
    }
    for (Flag address : ADDRESSES) {
      values.find(address).ifPresent(Settings::refuse);
    }
    return new Settings(values.all(FUNCTION), limits(values));
  }

  private static void refuse(Values.Given address) {
    throw new UsageException(
        address.by()
            + " is set to \""
            + address.value()
            + "\", but this build speaks spec v1 on stdin only");
  }

  private static Limits limits(Values values) {
    Limits limits = Limits.defaults();
    Optional<Long> bytes = values.find(MAX_BYTES).map(Settings::bytes);
    Optional<Duration> timeout = values.find(TIMEOUT).map(Settings::duration);
    return limits
        .withMaxMessageBytes(bytes.orElse(limits.maxMessageBytes()))
        .withTimeout(timeout.orElse(limits.timeout()));
  }

  private static long bytes(Values.Given given) {
    return Amounts.bytes(given.value())
        .filter(bytes -> bytes > 0 && bytes < Integer.MAX_VALUE)
        .orElseThrow(() -> given.wrong("a number of bytes below 2Gi, as 4194304 or 4Mi"));
  }

  private static Duration duration(Values.Given given) {
    return Amounts.duration(given.value())
        .filter(Duration::isPositive)
        .orElseThrow(() -> given.wrong("a duration above 0, as 90s or 1h30m"));
  }
}
