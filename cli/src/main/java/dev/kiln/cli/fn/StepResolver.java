package dev.kiln.cli.fn;

import dev.kiln.client.Step;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.steps.Arguments;
import dev.kiln.client.steps.ConfigFile;
import dev.kiln.client.steps.Declaration;
import dev.kiln.client.steps.FolderScope;
import dev.kiln.client.steps.Selection;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.Permission;
import dev.kiln.sdk.Resource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Resolves the functions to run: the function that the command line names, else those that
 * resources declare.
 */
final class StepResolver {
  private final FlagValues values;
  private final FunctionChoice choice;
  private final List<String> warnings;
  private final List<String> problems = new ArrayList<>();

  private StepResolver(FlagValues values, FunctionChoice choice, List<String> warnings) {
    this.values = values;
    this.choice = choice;
    this.warnings = warnings;
  }

  /**
   * Returns the functions in the order in which they run.
   *
   * @param items the items that may have declarations
   * @param warnings gets a line for each request that is not carried out
   * @throws InvalidDeclarationException with all functions that cannot, or may not, be run
   */
  static List<Step> of(
      FlagValues values, FunctionChoice choice, List<PackageItem> items, List<String> warnings) {
    var steps = new StepResolver(values, choice, warnings);
    List<Step> all = steps.all(items);
    if (!steps.problems.isEmpty()) {
      throw new InvalidDeclarationException(String.join("\n", steps.problems));
    }
    return all;
  }

  private List<Step> all(List<PackageItem> items) {
    Optional<FunctionSpec> named = new CommandLineFunction(values, choice, warnings).named();
    List<String> paths = values.all(RunFlags.FN_PATH);
    var steps = new ArrayList<Step>();
    if (named.isEmpty()) {
      refuseArguments();
    }
    if (named.isEmpty() && paths.isEmpty()) {
      declared(items).forEach(one -> steps.add(step(one)));
      if (steps.isEmpty() && problems.isEmpty()) {
        warnings.add(
            "nothing to run: no resource declares a function (expected: annotation config.kubernetes.io/function, %s or --fn-path)"
                .formatted(choice.names()));
      }
    } else {
      warnOfDeclared(items, named.isPresent() ? "a function is named" : "--fn-path is given");
      paths.forEach(path -> steps.addAll(readFunctionPath(Path.of(path))));
      named.ifPresent(one -> steps.add(Step.of(one).withConfig(config())));
    }
    Selection selection = new SelectorFlags(values).read();
    return steps.stream().map(step -> step.withSelection(selection)).toList();
  }

  static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  // --- Declared ---------------------------------------------------------------------------------

  private List<Declaration> declared(List<PackageItem> items) {
    try {
      return Declaration.findAll(items, choice.kinds());
    } catch (InvalidDeclarationException e) {
      problems.add(e.getMessage());
      return List.of();
    }
  }

  /**
   * Warns of declared functions that do not run. It does not parse their declarations, which may be
   * invalid.
   */
  private void warnOfDeclared(List<PackageItem> items, String why) {
    int declared = 0;
    for (PackageItem item : items) {
      declared += Declaration.isOn(item) ? 1 : 0;
    }
    if (declared > 0) {
      warnings.add(count(declared, "declared function") + " not run, as " + why);
    }
  }

  private Step step(Declaration declaration) {
    refuseForbidden(declaration);
    Step step = Step.of(declaration);
    Step scoped = values.isOn(RunFlags.GLOBAL_SCOPE) ? step.withScope(FolderScope.ALL) : step;
    return scoped.withFunction(
        new CommandLineFunction(values, choice, warnings).with(declaration.function()));
  }

  private void refuseForbidden(Declaration declaration) {
    PackageItem item = declaration.item();
    String place =
        item.path()
            + ":"
            + item.line()
            + ": "
            + item.resource().kind()
            + " "
            + item.resource().name();
    FunctionSpec function = declaration.function();
    if (function.unsupportedReason().isPresent()) {
      problems.add(place + " wants to run " + function.unsupportedReason().get());
      return;
    }
    for (Permission permission : function.permissions()) {
      switch (permission) {
        case EXEC ->
            require(
                RunFlags.ENABLE_EXEC,
                "%s wants to run the program %s (expected: --enable-exec, if you trust it)"
                    .formatted(place, function.label()));
        case NETWORK ->
            require(
                RunFlags.NETWORK,
                "%s wants a network for %s (expected: --network, if it may have one)"
                    .formatted(place, function.label()));
        case ENDPOINT ->
            require(
                RunFlags.ENABLE_ENDPOINT,
                "%s wants to send the items to %s (expected: --enable-endpoint, if you trust it)"
                    .formatted(place, function.label()));
        case MOUNT ->
            require(
                RunFlags.ENABLE_MOUNTS,
                "%s wants to mount files of this machine in %s (expected: --enable-mounts, if it may)"
                    .formatted(place, function.label()));
        case ENVIRONMENT -> {
          var names = new ArrayList<>(Environment.ofCaller(function.envs()));
          names.removeAll(values.all(RunFlags.ENV));
          if (!names.isEmpty()) {
            require(
                RunFlags.ENABLE_ENV,
                "%s wants your variable %s for %s (expected: --enable-env, or --env %s, if it may)"
                    .formatted(place, names.getFirst(), function.label(), names.getFirst()));
          }
        }
        case IMAGE -> {} // the engine isolates it
      }
    }
  }

  private void require(Flag permission, String problem) {
    if (!values.isOn(permission)) {
      problems.add(problem);
    }
  }

  private List<Step> readFunctionPath(Path path) {
    FunctionPath there = FunctionPath.read(path);
    warnings.addAll(there.warnings());
    int before = problems.size();
    List<Declaration> declared = declared(there.items());
    if (declared.isEmpty() && problems.size() == before) {
      warnings.add("--fn-path " + path + ": no resource there declares a function");
    }
    return declared.stream()
        .map(one -> there.configured(step(one).withScope(FolderScope.ALL), one))
        .toList();
  }

  // --- Its configuration, and what it gets ------------------------------------------------------

  private Resource config() {
    Optional<FlagValues.Given> file = values.find(RunFlags.FN_CONFIG);
    if (file.isPresent() && !values.afterDoubleDash().isEmpty()) {
      throw new UsageException(
          "--fn-config and arguments behind -- are both given (expected: one of them)");
    }
    if (values.isGiven(RunFlags.ARGS_FIELD) && values.afterDoubleDash().isEmpty()) {
      throw new UsageException("--args-field without arguments behind -- (expected: -- k=v …)");
    }
    String field = values.find(RunFlags.ARGS_FIELD).map(FlagValues.Given::value).orElse("");
    return file.isPresent()
        ? ConfigFile.read(Path.of(file.get().value()))
        : Arguments.read(values.afterDoubleDash(), field);
  }

  private void refuseArguments() {
    String given =
        !values.afterDoubleDash().isEmpty()
            ? "arguments behind --"
            : values.isGiven(RunFlags.FN_CONFIG)
                ? RunFlags.FN_CONFIG.name()
                : values.isGiven(RunFlags.ARGS_FIELD) ? RunFlags.ARGS_FIELD.name() : "";
    if (!given.isEmpty()) {
      throw new UsageException(
          given + " without a function they are for (expected: one of " + choice.names() + ")");
    }
  }
}
