package dev.kiln.server.config;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.Quantities;
import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FlagForm.Naming;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.ShellWords;
import dev.kiln.sdk.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The flags that name functions which are not Java classes, and what these may need. */
public final class FunctionFlags {
  private static final Flag ALLOW_IMAGE =
      Flag.of(
          "--allow-image",
          "PATTERN",
          "KRM_FUNCTION_ALLOW_IMAGE",
          "allow requests to start images that match, such as ghcr.io/acme/*; may be given several times");
  private static final Flag STAND_IN =
      Flag.of(
          "--stand-in",
          "PATTERN",
          "KRM_FUNCTION_STAND_IN",
          "let functions of this host replace images of other publishers that match, such as kpt's images"
              + " of the same name; may be given several times");
  private static final Flag DEFAULT_IMAGE_PREFIX =
      Flag.of(
          "--default-image-prefix",
          "PREFIX",
          "KRM_FUNCTION_DEFAULT_IMAGE_PREFIX",
          "what stands before the names of images without a slash, such as ghcr.io/acme");
  private static final Flag ENGINE =
      Flag.of(
          "--engine",
          "COMMAND",
          "KRM_FUNCTION_ENGINE",
          "the command of the container engine; default: the first of docker, podman and nerdctl on PATH that answers");
  private static final Flag CONFIG =
      Flag.of(
          "--config",
          "FILE",
          "KRM_FUNCTION_CONFIG",
          "a file that declares all of these in more detail; read again when it changes");

  public static final Flag ISOLATE =
      Flag.of(
          "--isolate",
          "WHAT",
          "KRM_FUNCTION_ISOLATE",
          "run the functions of each jar, or of the whole folder, in a process of their own: none, jar or"
              + " folder; default: none");
  private static final Flag ISOLATE_HEAP =
      Flag.of(
          "--isolate-heap",
          "BYTES",
          "KRM_FUNCTION_ISOLATE_HEAP",
          "the heap of each of these processes; default: 256Mi");

  private static final Flag MAX_PROCESSES =
      Flag.of(
          "--pool-max-processes",
          "NUMBER",
          "KRM_FUNCTION_POOL_MAX_PROCESSES",
          "the number of programs and containers, idle ones included; default: 8, and 4 for each core");
  private static final Flag MEMORY =
      Flag.of(
          "--pool-memory",
          "BYTES",
          "KRM_FUNCTION_POOL_MEMORY",
          "the memory limit of all of them together, as far as their memory is declared; default: half of"
              + " the machine's memory");

  private static final long DEFAULT_HEAP = 256L << 20;

  private final FunctionKinds kinds;
  private final List<KindFlag> functions = new ArrayList<>();

  private record KindFlag(FlagForm<?> form, Flag flag) {}

  /** The flags for functions of these kinds. */
  public FunctionFlags(FunctionKinds kinds) {
    this.kinds = kinds;
    for (FunctionKind<?> kind : kinds.all()) {
      FlagForm<?> form = kind.hostFlag().orElse(null);
      if (form != null) {
        functions.add(new KindFlag(form, flag(form)));
      }
    }
  }

  private static Flag flag(FlagForm<?> form) {
    String name = form.naming() == Naming.OPTIONAL ? "[NAME=]" : "NAME=";
    String variable =
        "KRM_FUNCTION_" + form.name().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    return Flag.of(form.name(), name + form.value(), variable, form.help());
  }

  private List<Flag> declaring() {
    var flags = new ArrayList<Flag>();
    for (KindFlag each : functions) {
      flags.add(each.flag);
    }
    flags.addAll(List.of(ALLOW_IMAGE, STAND_IN, DEFAULT_IMAGE_PREFIX, ENGINE, CONFIG, ISOLATE));
    return flags;
  }

  /** All there are. */
  public List<Flag> all() {
    return Flags.concat(declaring(), List.of(ISOLATE_HEAP, MAX_PROCESSES, MEMORY));
  }

  /** What the flags say, and the file that they name; empty if there are none of them. */
  public Optional<FunctionSources> read(FlagValues values) {
    for (Flag flag : declaring()) {
      if (!values.all(flag).isEmpty()) {
        return Optional.of(sources(values));
      }
    }
    return Optional.empty();
  }

  private FunctionSources sources(FlagValues values) {
    var declared = new ArrayList<DeclaredFunction>();
    for (KindFlag each : functions) {
      for (String text : texts(each, values)) {
        declared.add(function(each, text));
      }
    }
    try {
      var flags =
          new HostConfig(
              values.find(ENGINE).map(FunctionFlags::engine),
              values.find(DEFAULT_IMAGE_PREFIX).map(FlagValues.Given::value),
              values.all(ALLOW_IMAGE),
              values.all(STAND_IN),
              declared);
      return new FunctionSources(
          flags, values.find(CONFIG), instanceLimits(values), kinds, isolation(values));
    } catch (BadInput e) {
      throw new UsageException("two functions are called " + e.found());
    }
  }

  private static Isolation isolation(FlagValues values) {
    return new Isolation(
        values.find(ISOLATE).map(FunctionFlags::isolationUnit).orElse(Isolation.Unit.NONE),
        amount(values, ISOLATE_HEAP, DEFAULT_HEAP, "a number of bytes, as 256Mi"));
  }

  private static Isolation.Unit isolationUnit(FlagValues.Given given) {
    return switch (given.value()) {
      case "none" -> Isolation.Unit.NONE;
      case "jar" -> Isolation.Unit.JAR;
      case "folder" -> Isolation.Unit.FOLDER;
      default -> throw given.invalid("none, jar or folder");
    };
  }

  private static InstanceLimits instanceLimits(FlagValues values) {
    InstanceLimits usual = InstanceLimits.defaults();
    return new InstanceLimits(
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
                    .filter(
                        each -> each > 0 && (flag != MAX_PROCESSES || each <= Integer.MAX_VALUE))
                    .orElseThrow(() -> given.invalid(expected)))
        .orElse(usual);
  }

  /** Commas part the addresses of one, and in the variable the functions: one without a name. */
  private static List<String> texts(KindFlag of, FlagValues values) {
    if (of.form.naming() != Naming.BEFORE_LIST) {
      return values.all(of.flag);
    }
    var texts = new ArrayList<String>();
    for (String text : values.all(of.flag)) {
      int scheme = text.indexOf("://");
      int equals = text.indexOf('=');
      boolean goesOn = scheme >= 0 && (equals < 0 || equals > scheme) && !texts.isEmpty();
      texts.add(goesOn ? texts.removeLast() + "," + text : text);
    }
    return texts;
  }

  private static DeclaredFunction function(KindFlag of, String text) {
    var given = new FlagValues.Given(of.flag.name(), text);
    int equals = text.indexOf('=');
    boolean nameless = equals < 0 && of.form.naming() == Naming.OPTIONAL;
    String name = text.substring(0, Math.max(equals, 0));
    String value = text.substring(equals + 1);
    if (!nameless && (name.isBlank() || value.isBlank())) {
      throw given.invalid(of.form.example());
    }
    FunctionSpec spec = spec(of.form, given, value);
    return new DeclaredFunction(name.isEmpty() ? spec.defaultName().orElse(value) : name, spec);
  }

  private static FunctionSpec spec(FlagForm<?> form, FlagValues.Given given, String value) {
    try {
      return form.reader().apply(value);
    } catch (FlagForm.BadValueException e) {
      throw given.invalid(e.expected());
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      throw new UsageException(why.startsWith(given.source()) ? why : given.source() + ": " + why);
    }
  }

  private static String engine(FlagValues.Given given) {
    if (ShellWords.of(given.value()).orElse(List.of()).isEmpty()) {
      throw given.invalid("a command, as podman");
    }
    return given.value();
  }
}
