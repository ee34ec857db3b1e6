package dev.kiln.server.warm;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.Quantities;
import dev.kiln.runtime.kind.ShellWords;
import dev.kiln.runtime.programs.ChildProcessLimits;
import dev.kiln.sdk.BadInput;
import dev.kiln.server.warm.HostConfig.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The flags that name functions which are not Java classes, and what these may need. */
public final class FunctionFlags {
  private static final Flag EXEC =
      Flag.of(
          "--exec",
          "NAME=COMMAND",
          "KRM_FUNCTION_EXEC",
          "a program of spec v1 as a function, kept warm; may be given several times");
  private static final Flag IMAGE =
      Flag.of(
          "--image",
          "[NAME=]IMAGE",
          "KRM_FUNCTION_IMAGE",
          "a container image as a function, kept warm; may be given several times");
  private static final Flag REMOTE =
      Flag.of(
          "--remote",
          "NAME=ADDRESS[,ADDRESS]",
          "KRM_FUNCTION_REMOTE",
          "a server of spec v2 as a function: http://host:port, grpc://host:port,"
              + " unix:///path.sock; with s for TLS; may be given several times");
  private static final Flag ALLOW_IMAGE =
      Flag.of(
          "--allow-image",
          "PATTERN",
          "KRM_FUNCTION_ALLOW_IMAGE",
          "images that a request may have started, as ghcr.io/acme/*; may be given several times");
  private static final Flag STAND_IN =
      Flag.of(
          "--stand-in",
          "PATTERN",
          "KRM_FUNCTION_STAND_IN",
          "images of other publishers that functions here answer for, as kpt's are by those of the"
              + " same name; may be given several times");
  private static final Flag ENGINE =
      Flag.of(
          "--engine",
          "COMMAND",
          "KRM_FUNCTION_ENGINE",
          "the container engine; default: the first of docker, podman and nerdctl on PATH that answers");
  private static final Flag CONFIG =
      Flag.of(
          "--config",
          "FILE",
          "KRM_FUNCTION_CONFIG",
          "all of these, and more about each, in a file; read again when it changes");

  private static final Flag MAX_PROCESSES =
      Flag.of(
          "--pool-max-processes",
          "NUMBER",
          "KRM_FUNCTION_POOL_MAX_PROCESSES",
          "how many programs and containers there may be, waiting ones included; default: 8, and 4"
              + " for each core");
  private static final Flag MEMORY =
      Flag.of(
          "--pool-memory",
          "BYTES",
          "KRM_FUNCTION_POOL_MEMORY",
          "what they may need together, as far as that is declared; default: half of the machine's");

  private static final List<Flag> NAMING =
      List.of(EXEC, IMAGE, REMOTE, ALLOW_IMAGE, STAND_IN, ENGINE, CONFIG);

  /** All there are. */
  public static final List<Flag> ALL = Flags.joined(NAMING, List.of(MAX_PROCESSES, MEMORY));

  private FunctionFlags() {}

  /** What the flags say, and the file that they name; empty if there are none of them. */
  public static Optional<FunctionSources> declared(FlagValues values) {
    for (Flag flag : NAMING) {
      if (!values.all(flag).isEmpty()) {
        return Optional.of(read(values));
      }
    }
    return Optional.empty();
  }

  private static FunctionSources read(FlagValues values) {
    List<Function> functions =
        Stream.of(
                values.all(EXEC).stream().map(FunctionFlags::exec),
                values.all(IMAGE).stream().map(FunctionFlags::image),
                remotes(values).stream())
            .flatMap(each -> each)
            .toList();
    try {
      var flags =
          new HostConfig(
              values.find(ENGINE).map(given -> engine(given)),
              values.all(ALLOW_IMAGE),
              values.all(STAND_IN),
              functions);
      return new FunctionSources(flags, values.find(CONFIG), children(values));
    } catch (BadInput e) {
      throw new UsageException("two functions are called " + e.found());
    }
  }

  private static ChildProcessLimits children(FlagValues values) {
    ChildProcessLimits usual = ChildProcessLimits.defaults();
    return new ChildProcessLimits(
        Math.toIntExact(amount(values, MAX_PROCESSES, usual.maxProcesses(), "1 or more")),
        amount(values, MEMORY, usual.maxMemoryBytes(), "a number of bytes, as 2Gi"),
        usual.grace());
  }

  private static long amount(FlagValues values, Flag flag, long usual, String expected) {
    return values
        .find(flag)
        .map(
            given ->
                Quantities.bytes(given.value())
                    .filter(each -> each > 0 && (flag == MEMORY || each <= Integer.MAX_VALUE))
                    .orElseThrow(() -> given.wrong(expected)))
        .orElse(usual);
  }

  private static Function exec(String text) {
    Named named = Named.of(EXEC, text, "NAME=COMMAND, as label=./label");
    List<String> words = ShellWords.of(named.rest).orElse(List.of());
    if (words.isEmpty()) {
      throw named.wrong("a command whose quotes are closed");
    }
    return Function.exec(named.name, words);
  }

  private static Function image(String text) {
    if (text.indexOf('=') < 0) {
      return Function.image("", text);
    }
    Named named = Named.of(IMAGE, text, "IMAGE or NAME=IMAGE");
    return Function.image(named.name, named.rest);
  }

  /** Commas part the addresses of one, and in the variable the functions: one without a name. */
  private static List<Function> remotes(FlagValues values) {
    var texts = new ArrayList<String>();
    for (String text : values.all(REMOTE)) {
      int scheme = text.indexOf("://");
      int equals = text.indexOf('=');
      boolean goesOn = scheme >= 0 && (equals < 0 || equals > scheme) && !texts.isEmpty();
      texts.add(goesOn ? texts.removeLast() + "," + text : text);
    }
    return texts.stream().map(FunctionFlags::remote).toList();
  }

  private static Function remote(String text) {
    Named named = Named.of(REMOTE, text, "NAME=ADDRESS, as policy=grpc://policy:9446");
    return Function.remote(named.name, List.of(named.rest.split("\\s*,\\s*")));
  }

  private static String engine(FlagValues.Given given) {
    if (ShellWords.of(given.value()).orElse(List.of()).isEmpty()) {
      throw given.wrong("a command, as podman");
    }
    return given.value();
  }

  /** A value with a name before its first equals sign. */
  private record Named(Flag flag, String text, String name, String rest) {
    static Named of(Flag flag, String text, String expected) {
      int equals = text.indexOf('=');
      var named =
          new Named(flag, text, text.substring(0, Math.max(equals, 0)), text.substring(equals + 1));
      if (named.name.isBlank() || named.rest.isBlank()) {
        throw named.wrong(expected);
      }
      return named;
    }

    UsageException wrong(String expected) {
      return new FlagValues.Given(flag.name(), text).wrong(expected);
    }
  }
}
