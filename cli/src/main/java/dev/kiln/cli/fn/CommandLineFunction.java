package dev.kiln.cli.fn;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The function that a command line names, and the settings that a command line adds to any
 * function.
 *
 * @param warnings gets a line for each environment variable that does not exist
 */
record CommandLineFunction(FlagValues values, FunctionChoice choice, List<String> warnings) {
  /** Returns the function that runs if no resource declares one. */
  Optional<FunctionSpec> named() {
    return choice.function(values).map(this::checked);
  }

  private FunctionSpec checked(FunctionSpec function) {
    boolean container = function instanceof ImageFunction;
    boolean local = container || function instanceof ProgramFunction;
    refuse(container, RunFlags.MOUNT, "containers", function);
    refuse(container, RunFlags.NETWORK, "containers", function);
    refuse(container, RunFlags.AS_CURRENT_USER, "containers", function);
    refuse(container, RunFlags.IMAGE_PULL_POLICY, "containers", function);
    refuse(local, RunFlags.ENV, "programs and containers", function);
    boolean network = values.isOn(RunFlags.NETWORK);
    return with(
        network && function instanceof ImageFunction image ? image.withNetwork("host") : function);
  }

  /** Returns the function with the settings of the command line, which win over its own. */
  FunctionSpec with(FunctionSpec function) {
    List<String> envs = values.all(RunFlags.ENV);
    List<String> mounts = values.all(RunFlags.MOUNT);
    if (function instanceof ImageFunction image) {
      var all = new ArrayList<>(image.mounts());
      mounts.forEach(mount -> all.add(mount(mount)));
      return image
          .withMounts(all)
          .withEnvs(both(image.envs(), envs, function))
          .withPull(pullPolicy().orElse(image.pull()));
    }
    if (function instanceof ProgramFunction program) {
      return program.withEnvs(both(program.envs(), envs, function));
    }
    return function;
  }

  /** Returns the pull policy, which has the names of Kubernetes and kpt, in any case. */
  private Optional<PullPolicy> pullPolicy() {
    return values
        .find(RunFlags.IMAGE_PULL_POLICY)
        .map(
            given ->
                switch (given.value().toLowerCase(Locale.ROOT)) {
                  case "always" -> PullPolicy.ALWAYS;
                  case "ifnotpresent" -> PullPolicy.MISSING;
                  case "never" -> PullPolicy.NEVER;
                  default -> throw given.invalid("Always, IfNotPresent or Never");
                });
  }

  private static Mount mount(String text) {
    try {
      return Mount.parse(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidDeclarationException("--mount: " + e.getMessage());
    }
  }

  private List<String> both(List<String> declared, List<String> given, FunctionSpec function) {
    var byName = new LinkedHashMap<String, String>();
    declared.forEach(env -> byName.put(name(env), env));
    given.forEach(env -> byName.put(name(env), env));
    var both = List.copyOf(byName.values());
    for (String name : Environment.of(both, System.getenv()).absent()) {
      String who = given.contains(name) ? "--env " + name : function.label() + " asks for " + name;
      warnings.add(who + ": you have no such variable, and the function will have none");
    }
    return both;
  }

  private static String name(String env) {
    int equals = env.indexOf('=');
    return equals < 0 ? env : env.substring(0, equals);
  }

  private void refuse(boolean fits, Flag flag, String whose, FunctionSpec function) {
    boolean others = values.isGiven(RunFlags.FN_PATH); // which may be of that kind
    if (!fits && !others && values.isGiven(flag)) {
      throw new UsageException(
          "%s is for %s, and %s is none".formatted(flag.name(), whose, function.label()));
    }
  }
}
