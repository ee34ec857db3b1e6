package dev.kiln.server;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.Limits;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.config.FunctionFlags;
import dev.kiln.server.config.FunctionSources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a program is to run: once, or as a server if it has an address.
 *
 * @param functions the names of the functions to hold; all there are if empty
 * @param jars the folder with more functions
 * @param tokenFile the file that declares the callers; everybody may call if empty
 * @param declared functions that are no Java classes
 */
record HostSettings(
    List<String> functions,
    Optional<FlagValues.Given> jars,
    Optional<FunctionSources> declared,
    Addresses addresses,
    Optional<FlagValues.Given> tokenFile,
    Limits limits,
    ConnectionLimits connections,
    Duration drainTimeout,
    String logFormat,
    String logCalls,
    boolean reflection) {
  private static final Flag FUNCTION =
      Flag.of(
          "--function",
          "NAME",
          "KRM_FUNCTION_NAME",
          "the function to run; a server serves only the functions named here; may be given several"
              + " times; without it, the request names the function, or the type of its functionConfig does");
  private static final Flag FUNCTIONS =
      Flag.of(
          "--functions",
          "DIR",
          "KRM_FUNCTION_FUNCTIONS_DIR",
          "a folder of jars with more functions; a server reads it again on SIGHUP");
  private static final Flag DRAIN_TIMEOUT =
      Flag.of(
          "--drain-timeout",
          "DURATION",
          "KRM_FUNCTION_DRAIN_TIMEOUT",
          "the time that running calls get after SIGTERM; default: 30s");
  private static final Flag LOG_FORMAT =
      Flag.of(
          "--log-format",
          "FORMAT",
          "KRM_FUNCTION_LOG_FORMAT",
          "the format of the log: text or json; default: text");

  private static final Flag LOG_CALLS =
      Flag.of(
          "--log-calls",
          "WHICH",
          "KRM_FUNCTION_LOG_CALLS",
          "the calls that get a line in the log: all, failed or none; default: all");

  private static final List<Flag> SERVING =
      List.of(
          DoorFlags.HTTP,
          DoorFlags.GRPC,
          DoorFlags.ADMIN,
          DoorFlags.SOCKET_MODE,
          DoorFlags.TLS_DIR,
          DoorFlags.ADMIN_TLS,
          DoorFlags.TOKEN_FILE,
          DoorFlags.REFLECTION,
          DRAIN_TIMEOUT,
          LOG_FORMAT,
          LOG_CALLS);

  /** The flags of a program that is one function. */
  static final Flags OF_ONE = flags(List.of());

  /** The flags of a host of many functions. */
  static Flags flagsOfMany(FunctionFlags declared) {
    return flags(Flags.concat(List.of(FUNCTION, FUNCTIONS), declared.all()));
  }

  /** Where to listen, as given. */
  record Addresses(
      Optional<FlagValues.Given> http,
      Optional<FlagValues.Given> grpc,
      Optional<FlagValues.Given> admin,
      Optional<FlagValues.Given> socketMode,
      Optional<FlagValues.Given> tlsDir,
      boolean adminTls) {
    boolean isServer() {
      return http.isPresent() || grpc.isPresent();
    }
  }

  private static Flags flags(List<Flag> choice) {
    return new Flags(Flags.concat(choice, LimitFlags.OF_A_CALL, SERVING, LimitFlags.OF_A_SERVER));
  }

  static HostSettings of(FlagValues values, FunctionFlags declared) {
    if (!values.rest().isEmpty()) {
      throw new UsageException(
          "unexpected argument: " + values.rest().getFirst() + " (the list is read from stdin)");
    }
    var addresses =
        new Addresses(
            values.find(DoorFlags.HTTP),
            values.find(DoorFlags.GRPC),
            values.find(DoorFlags.ADMIN),
            values.find(DoorFlags.SOCKET_MODE),
            values.find(DoorFlags.TLS_DIR),
            word(values, DoorFlags.ADMIN_TLS, "off", "on").equals("on"));
    if (values.isGiven(DoorFlags.ADMIN) && !addresses.isServer()) { // a variable may be an image's
      throw new UsageException(
          DoorFlags.ADMIN.name() + " needs --http-addr or --grpc-addr beside it");
    }
    if (values.isGiven(FunctionFlags.ISOLATE) && values.find(FUNCTIONS).isEmpty()) {
      throw new UsageException(
          FunctionFlags.ISOLATE.name() + " needs " + FUNCTIONS.name() + " beside it");
    }
    if (addresses.adminTls() && addresses.tlsDir().isEmpty()) {
      throw new UsageException(
          DoorFlags.ADMIN_TLS.name() + " on needs " + DoorFlags.TLS_DIR.name() + " beside it");
    }
    return new HostSettings(
        values.all(FUNCTION),
        values.find(FUNCTIONS),
        declared.read(values),
        addresses,
        values.find(DoorFlags.TOKEN_FILE),
        LimitFlags.limits(values, addresses.isServer()),
        LimitFlags.connections(values),
        LimitFlags.duration(values, DRAIN_TIMEOUT, Duration.ofSeconds(30)),
        word(values, LOG_FORMAT, "text", "json"),
        word(values, LOG_CALLS, "all", "failed", "none"),
        word(values, DoorFlags.REFLECTION, "on", "off").equals("on"));
  }

  /** One of some words, the first if none is given. */
  private static String word(FlagValues values, Flag flag, String... words) {
    List<String> known = List.of(words);
    Optional<FlagValues.Given> given = values.find(flag);
    if (given.isEmpty()) {
      return known.getFirst();
    }
    if (!known.contains(given.get().value())) {
      throw given.get().invalid(String.join(" or ", known));
    }
    return given.get().value();
  }
}
