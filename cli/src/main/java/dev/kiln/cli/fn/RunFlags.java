package dev.kiln.cli.fn;

import dev.kiln.flags.Flag;
import dev.kiln.flags.Flags;
import dev.kiln.server.LimitFlags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The flags of {@code kiln fn run}. */
final class RunFlags {
  static final Flag FN_PATH =
      flag(
          "--fn-path",
          "PATH",
          "run what is declared in this file or folder, on everything; repeatable");
  static final Flag FN_CONFIG =
      flag("--fn-config", "FILE", "the functionConfig, in place of arguments behind --");
  static final Flag ARGS_FIELD =
      flag(
          "--args-field",
          "FIELD",
          "where arguments behind -- go: data or spec; default: data of a ConfigMap, spec of others");
  static final Flag ENABLE_EXEC =
      Flag.asSwitch("--enable-exec", "let resources declare programs of this machine");
  static final Flag NETWORK =
      Flag.asSwitch(
          "--network",
          "let functions that declare it, or --image, use the network of this machine, all of it");
  static final Flag ENV =
      new Flag(
          "--env",
          "-e",
          "NAME[=VALUE]",
          "",
          "a variable of programs and containers; without a value your own; repeatable");
  static final Flag MOUNT =
      flag(
          "--mount",
          "MOUNT",
          "for containers: type=bind,src=/path,dst=/path, read-only without rw=true; repeatable");
  static final Flag AS_CURRENT_USER =
      Flag.asSwitch("--as-current-user", "run containers as you, not as nobody");
  static final Flag IMAGE_PULL_POLICY =
      flag(
          "--image-pull-policy",
          "POLICY",
          "when images are pulled: Always, IfNotPresent or Never; default: IfNotPresent");

  static final Flag GLOBAL_SCOPE =
      Flag.asSwitch(
          "--global-scope", "let declared functions see all of DIR, not their folder alone");
  static final Flag INCLUDE_KPTFILE =
      Flag.asSwitch("--include-kptfile", "take Kptfiles for items too");
  static final Flag STRICT =
      Flag.asSwitch(
          "--strict", "refuse YAML without apiVersion or kind, which is left alone otherwise");

  static final Flag DRY_RUN =
      Flag.asSwitch(
          "--dry-run",
          "write nothing; print what would change as a diff, and exit with 2 if anything would");
  static final Flag OUTPUT =
      flag("--output", "DIR", "write the package there, a new folder, and leave DIR as it is");
  static final Flag KEEP_ON_EMPTY =
      Flag.asSwitch("--keep-on-empty", "a function that returns no items deletes nothing");
  static final Flag ALLOW_ERROR_RESULTS =
      Flag.asSwitch("--allow-error-results", "results of severity error are no failure");
  static final Flag RESULTS_DIR =
      flag(
          "--results-dir",
          "DIR",
          "write results-N.yaml for each function with results, and results.yaml");
  static final Flag RESULTS_FORMAT =
      flag(
          "--results-format",
          "FORMAT",
          "how results are written: spec, or raw as the function wrote them; default: spec");
  static final Flag EXPLAIN = Flag.asSwitch("--explain", "tell which function changed which field");
  static final Flag LOG_STEPS =
      Flag.asSwitch("--log-steps", "print a line on stderr when a function begins as well");
  static final Flag FORMAT =
      new Flag(
          "--format",
          "-o",
          "FORMAT",
          "",
          "what is printed at the end: text or json; or, with no file written, the resources:"
              + " stdout as a ResourceList, unwrap as bare YAML; default: text");

  static final Flag HOST =
      Flag.of(
          "--host",
          "ADDRESS",
          "KILN_HOST",
          "run functions on this host; not images with mounts, variables, a network or a pull policy");
  static final Flag ENGINE =
      Flag.of(
          "--engine",
          "COMMAND",
          "KRM_FUNCTION_ENGINE",
          "the container engine; default: the first of docker, podman and nerdctl that answers");

  static final Flag API_VERSION = match("api-version", "VALUE");
  static final Flag KIND = match("kind", "VALUE");
  static final Flag NAME = match("name", "VALUE");
  static final Flag NAMESPACE = match("namespace", "VALUE");
  static final Flag LABELS = match("labels", "K=V,…");
  static final Flag ANNOTATIONS = match("annotations", "K=V,…");
  static final Flag NOT_API_VERSION = exclude("api-version", "VALUE");
  static final Flag NOT_KIND = exclude("kind", "VALUE");
  static final Flag NOT_NAME = exclude("name", "VALUE");
  static final Flag NOT_NAMESPACE = exclude("namespace", "VALUE");
  static final Flag NOT_LABELS = exclude("labels", "K=V,…");
  static final Flag NOT_ANNOTATIONS = exclude("annotations", "K=V,…");

  static final List<Flag> SELECTORS =
      List.of(
          API_VERSION,
          KIND,
          NAME,
          NAMESPACE,
          LABELS,
          ANNOTATIONS,
          NOT_API_VERSION,
          NOT_KIND,
          NOT_NAME,
          NOT_NAMESPACE,
          NOT_LABELS,
          NOT_ANNOTATIONS);

  static final List<Flag> READING = List.of(INCLUDE_KPTFILE, STRICT);

  private RunFlags() {}

  private static Map<String, List<Flag>> groups(List<Flag> functions) {
    var groups = new LinkedHashMap<String, List<Flag>>();
    groups.put(
        "What runs; without any of the first five, what the resources in DIR declare",
        Flags.joined(
            functions,
            List.of(
                FN_PATH,
                FN_CONFIG,
                ARGS_FIELD,
                ENABLE_EXEC,
                NETWORK,
                ENV,
                MOUNT,
                AS_CURRENT_USER,
                IMAGE_PULL_POLICY)));
    groups.put(
        "On what; --match-… must all fit an item, and --exclude-… all fit one to leave it out",
        Flags.joined(List.of(GLOBAL_SCOPE), READING, SELECTORS));
    groups.put(
        "What becomes of it",
        List.of(
            DRY_RUN,
            OUTPUT,
            KEEP_ON_EMPTY,
            ALLOW_ERROR_RESULTS,
            RESULTS_DIR,
            RESULTS_FORMAT,
            EXPLAIN,
            LOG_STEPS,
            FORMAT));
    groups.put("Where", Flags.joined(List.of(HOST, ENGINE), LimitFlags.OF_A_CALL));
    return groups;
  }

  /**
   * Returns all flags.
   *
   * @param functions the flags that name a function
   */
  static Flags all(List<Flag> functions) {
    return new Flags(groups(functions).values().stream().flatMap(List::stream).toList());
  }

  /** Returns the help text, with a block of lines for each group. */
  static String help(List<Flag> functions) {
    var text = new StringBuilder();
    groups(functions)
        .forEach(
            (title, flags) ->
                text.append('\n').append(title).append(":\n").append(Flags.lines(flags)));
    return text.append(Flags.HELP).toString();
  }

  private static Flag flag(String name, String value, String help) {
    return Flag.of(name, value, "", help);
  }

  private static Flag match(String what, String value) {
    return flag("--match-" + what, value, "only items with " + these(what));
  }

  private static Flag exclude(String what, String value) {
    return flag("--exclude-" + what, value, "not those with " + these(what));
  }

  private static String these(String what) {
    return (what.endsWith("s") ? "all of these " : "this ") + what;
  }
}
