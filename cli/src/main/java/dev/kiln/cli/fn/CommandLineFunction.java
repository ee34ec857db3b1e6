package dev.kiln.cli.fn;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.GivenSettings;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.Setting;
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
    refuse(RunFlags.MOUNT, Setting.MOUNTS, function);
    refuse(RunFlags.NETWORK, Setting.NETWORK, function);
    refuse(RunFlags.AS_CURRENT_USER, Setting.USER, function);
    refuse(RunFlags.IMAGE_PULL_POLICY, Setting.PULL_POLICY, function);
    refuse(RunFlags.ENV, Setting.ENVIRONMENT, function);
    return with(function, values.isOn(RunFlags.NETWORK), pullPolicy());
  }

  /**
   * Returns a declared function with the settings of the command line, which win over its own. Only
   * its declaration gives it a network.
   */
  FunctionSpec with(FunctionSpec declared) {
    return with(declared, false, pullPolicy().or(this::pullPolicyOfDeclared));
  }

  /** A dry run contacts no registry that only a resource names. A host pulls as it is set up to. */
  private Optional<PullPolicy> pullPolicyOfDeclared() {
    return values.isOn(RunFlags.DRY_RUN) && values.find(RunFlags.HOST).isEmpty()
        ? Optional.of(PullPolicy.DRY_RUN)
        : Optional.empty();
  }

  private FunctionSpec with(
      FunctionSpec function, boolean network, Optional<PullPolicy> pullPolicy) {
    List<String> envs = values.all(RunFlags.ENV);
    List<Mount> mounts =
        values.all(RunFlags.MOUNT).stream().map(CommandLineFunction::mount).toList();
    var given = new GivenSettings(envs, mounts, network, pullPolicy);
    FunctionSpec configured = choice.kinds().withSettings(function, given);
    for (String name : Environment.of(configured.envs(), System.getenv()).absent()) {
      String who = envs.contains(name) ? "--env " + name : function.label() + " asks for " + name;
      warnings.add(who + ": you have no such variable, and the function will have none");
    }
    return configured;
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

  private void refuse(Flag flag, Setting setting, FunctionSpec function) {
    boolean others = values.isGiven(RunFlags.FN_PATH); // which may accept it
    FunctionKinds kinds = choice.kinds();
    if (!others && values.isGiven(flag) && !kinds.of(function).settings().contains(setting)) {
      throw new UsageException(
          "%s does not apply to %s (expected: a function of kind %s)"
              .formatted(flag.name(), function.label(), kinds.namesAccepting(setting)));
    }
  }
}
