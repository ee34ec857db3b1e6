package dev.kiln.server;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.sdk.loading.FunctionClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the arguments of a case mean where the box is served: a host, and what is asked of it. What
 * the functions print finds its way with {@link PrintsToHostLog}.
 *
 * @param evaluator holds all functions, or those that are named if there are several
 * @param function the name of the function to ask for
 * @param timeout how long the caller waits
 */
record ServedTestFunctions(Evaluator evaluator, Optional<String> function, Duration timeout)
    implements AutoCloseable {
  static ServedTestFunctions of(List<String> args) {
    HostSettings settings =
        HostSettings.of(
            HostSettings.flagsOfMany(TestKinds.FLAGS).parse(args, Map.of()), TestKinds.FLAGS);
    List<String> names = settings.functions();
    boolean narrowed = names.size() > 1;
    List<FunctionClass> held =
        TestFunctions.functions().stream()
            .filter(one -> !narrowed || names.contains(one.definition().name()))
            .toList();
    Limits limits = settings.limits().withTimeout(Limits.defaults().timeout());
    return new ServedTestFunctions(
        new Evaluator(
            new FunctionRegistry(held.stream().map(JavaRunner::register).toList()), limits),
        narrowed ? Optional.empty() : names.stream().findFirst(),
        settings.limits().timeout());
  }

  @Override
  public void close() {
    evaluator.close();
  }
}
