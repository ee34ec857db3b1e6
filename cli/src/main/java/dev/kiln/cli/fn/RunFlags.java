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
          "run the functions that this file or folder declares, on all items; repeatable");
  static final Flag FN_CONFIG =
      flag("--fn-config", "FILE", "the functionConfig, instead of arguments after --");
  static final Flag ARGS_FIELD =
      flag(
          "--args-field",
          "FIELD",
          "the field for arguments after --: data or spec; default: data of a ConfigMap, else spec");
  static final Flag ENABLE_EXEC =
      Flag.asSwitch("--enable-exec", "let resources declare programs of this machine");
  static final Flag ENABLE_ENDPOINT =
      Flag.asSwitch("--enable-endpoint", "let resources declare servers, which get the items");
  static final Flag ENABLE_MOUNTS =
      Flag.asSwitch(
          "--enable-mounts", "let resources declare mounts of your files or volumes in containers");
  static final Flag ENABLE_ENV =
      Flag.asSwitch("--enable-env", "let resources declare variables of yours for containers");
  static final Flag NETWORK =
      Flag.asSwitch(
          "--network",
          "let --image, and functions that declare it, use the whole network of this machine");
  static final Flag ENV =
      new Flag(
          "--env",
          "-e",
          "NAME[=VALUE]",
          "",
          "a variable for programs and containers; without =VALUE, it has your value; repeatable");
  static final Flag MOUNT =
      flag(
          "--mount",
          "MOUNT",
          "a mount for containers: type=bind,src=/path,dst=/path; read-only unless rw=true; repeatable");
  static final Flag AS_CURRENT_USER =
      Flag.asSwitch("--as-current-user", "run containers as you, not as nobody");
  static final Flag IMAGE_PULL_POLICY =
      flag(
          "--image-pull-policy",
          "POLICY",
          "when images are pulled: Always, IfNotPresent or Never; default: IfNotPresent");

  static final Flag GLOBAL_SCOPE =
      Flag.asSwitch(
          "--global-scope", "let declared functions see all of DIR, not only their own folder");
  static final Flag INCLUDE_KPTFILE =
      Flag.asSwitch("--include-kptfile", "include Kptfiles in the items");
  static final Flag STRICT =
      Flag.asSwitch("--strict", "fail on YAML without apiVersion or kind, instead of skipping it");

  static final Flag DRY_RUN =
      Flag.asSwitch(
          "--dry-run",
          "write nothing; print what would change as a diff, and exit with 2 if anything would");
  static final Flag OUTPUT =
      flag("--output", "DIR", "write the package to this new folder, and leave DIR unchanged");
  static final Flag KEEP_ON_EMPTY =
      Flag.asSwitch("--keep-on-empty", "keep the items if a function returns none");
  static final Flag ALLOW_ERROR_RESULTS =
      Flag.asSwitch("--allow-error-results", "do not count results of severity error as failures");
  static final Flag STRICT_SEVERITY =
      Flag.asSwitch(
          "--strict-severity",
          "count results without severity as errors, also if the function ended with 0");
  static final Flag RESULTS_DIR =
      flag(
          "--results-dir",
          "DIR",
          "write results-N.yaml for each function with results, and results.yaml");
  static final Flag RESULTS_FORMAT =
      flag(
          "--results-format",
          "FORMAT",
          "the form of the results: spec, or raw as the function wrote them; default: spec");
  static final Flag EXPLAIN = Flag.asSwitch("--explain", "show which function changed which field");
  static final Flag LOG_STEPS =
      Flag.asSwitch("--log-steps", "also print a line to stderr when a function begins");
  static final Flag FORMAT =
      new Flag(
          "--format",
          "-o",
          "FORMAT",
          "",
          "the output at the end: text or json; or, without writing files, the resources: stdout as"
              + " a ResourceList, unwrap as plain YAML; default: text");

  static final Flag HOST =
      Flag.of(
          "--host",
          "ADDRESS",
          "KILN_HOST",
          "run functions on this host, except images with mounts, variables, a network or a pull policy");
  static final Flag ENGINE =
      Flag.of(
          "--engine",
          "COMMAND",
          "KRM_FUNCTION_ENGINE",
          "the command of the container engine; default: the first of docker, podman and nerdctl that answers");

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
        "Functions; without any of the first five flags, those that the resources in DIR declare",
        Flags.concat(
            functions,
            List.of(
                FN_PATH,
                FN_CONFIG,
                ARGS_FIELD,
                ENABLE_EXEC,
                ENABLE_ENDPOINT,
                ENABLE_MOUNTS,
                ENABLE_ENV,
                NETWORK,
                ENV,
                MOUNT,
                AS_CURRENT_USER,
                IMAGE_PULL_POLICY)));
    groups.put(
        "Items; an item is included if it fits all of --match-…, unless it fits all of --exclude-…",
        Flags.concat(List.of(GLOBAL_SCOPE), READING, SELECTORS));
    groups.put(
        "Output",
        List.of(
            DRY_RUN,
            OUTPUT,
            KEEP_ON_EMPTY,
            DeletionCheck.ALLOW_DELETE_ALL,
            ALLOW_ERROR_RESULTS,
            STRICT_SEVERITY,
            RESULTS_DIR,
            RESULTS_FORMAT,
            EXPLAIN,
            LOG_STEPS,
            FORMAT));
    groups.put("Host and limits", Flags.concat(List.of(HOST, ENGINE), LimitFlags.OF_A_CALL));
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
    return flag("--exclude-" + what, value, "except items with " + these(what));
  }

  private static String these(String what) {
    return (what.endsWith("s") ? "all of these " : "this ") + what;
  }
}
