package dev.kiln.cli.fn;

import dev.kiln.client.steps.FunctionRef;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.ShellWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The function that a command line names, and the settings that a command line adds to any
 * function.
 *
 * @param warnings gets a line for each environment variable that does not exist
 */
record CommandLineFunction(FlagValues values, List<String> warnings) {
  /** What runs if no resource is to say it. */
  Optional<FunctionRef> named() {
    var given =
        List.of(RunFlags.IMAGE, RunFlags.EXEC, RunFlags.ENDPOINT, RunFlags.FUNCTION).stream()
            .filter(flag -> values.find(flag).isPresent())
            .toList();
    if (given.size() > 1) {
      throw new UsageException(
          given.get(0).name()
              + " and "
              + given.get(1).name()
              + " are both given (expected: one function)");
    }
    return given.isEmpty() ? Optional.empty() : Optional.of(checked(given.getFirst()));
  }

  private FunctionRef checked(Flag flag) {
    FlagValues.Given given = values.find(flag).orElseThrow();
    try {
      FunctionRef function = ref(flag, given);
      boolean container = flag == RunFlags.IMAGE;
      refuse(container, RunFlags.MOUNT, "containers", function);
      refuse(container, RunFlags.NETWORK, "containers", function);
      refuse(container, RunFlags.AS_CURRENT_USER, "containers", function);
      refuse(container || flag == RunFlags.EXEC, RunFlags.ENV, "programs and containers", function);
      return with(function);
    } catch (InvalidDeclarationException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidDeclarationException(given.by() + ": " + e.getMessage());
    }
  }

  private FunctionRef ref(Flag flag, FlagValues.Given given) {
    if (flag == RunFlags.IMAGE) {
      return new FunctionRef.Image(
          given.value(), values.isOn(RunFlags.NETWORK), List.of(), List.of());
    }
    if (flag == RunFlags.EXEC) {
      return new FunctionRef.Exec(
          ShellWords.of(given.value())
              .filter(words -> !words.isEmpty())
              .orElseThrow(() -> given.wrong("a program and its arguments, quotes in pairs")),
          List.of());
    }
    return flag == RunFlags.ENDPOINT
        ? new FunctionRef.Endpoint(given.value())
        : new FunctionRef.Named(given.value());
  }

  /** The function with what the command line adds to it, which wins. */
  FunctionRef with(FunctionRef function) {
    List<String> envs = values.all(RunFlags.ENV);
    List<String> mounts = values.all(RunFlags.MOUNT);
    if (function instanceof FunctionRef.Image image) {
      var all = new ArrayList<>(image.mounts());
      mounts.forEach(mount -> all.add(mount(mount)));
      return new FunctionRef.Image(
          image.image(), image.network(), all, both(image.envs(), envs, function));
    }
    if (function instanceof FunctionRef.Exec program) {
      return new FunctionRef.Exec(program.command(), both(program.envs(), envs, function));
    }
    return function;
  }

  private static Mount mount(String text) {
    try {
      return Mount.parse(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidDeclarationException("--mount: " + e.getMessage());
    }
  }

  private List<String> both(List<String> declared, List<String> given, FunctionRef function) {
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

  private void refuse(boolean fits, Flag flag, String whose, FunctionRef function) {
    boolean others = values.isGiven(RunFlags.FN_PATH); // which may be such
    if (!fits && !others && values.isGiven(flag)) {
      throw new UsageException(
          "%s is for %s, and %s is none".formatted(flag.name(), whose, function.label()));
    }
  }
}
