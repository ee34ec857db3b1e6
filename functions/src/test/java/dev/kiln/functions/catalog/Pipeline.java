package dev.kiln.functions.catalog;

import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The calls in a package's Kptfile; without a Kptfile, the function that the folder is named after.
 *
 * @param folder the example
 * @param steps the calls, in order
 */
record Pipeline(Path folder, List<Step> steps) {
  /**
   * One call.
   *
   * @param function its name
   * @param config its functionConfig
   * @param kinds the kinds that it receives, all if empty
   */
  record Step(String function, FunctionConfig config, List<String> kinds) {
    boolean sees(Resource item) {
      return kinds.isEmpty() || kinds.contains(item.kind());
    }
  }

  /** The output of all calls, and the message and severity of their results. */
  record Outcome(ResourceList list, List<String> results) {}

  static Pipeline of(Path folder) {
    Path before = folder.resolve("before");
    if (!Files.exists(before.resolve("Kptfile"))) {
      String name = folder.getFileName().toString().replaceFirst("-simple$", "");
      return new Pipeline(
          folder, List.of(new Step(name, config(before, "fn-config.yaml"), List.of())));
    }
    var steps = new ArrayList<Step>();
    Node kptfile = Yaml.parse(bytes(before.resolve("Kptfile")));
    for (var match : kptfile.findAll(dev.kiln.yaml.node.Path.of("pipeline.mutators[*]"))) {
      steps.add(step(before, match.node()));
    }
    return new Pipeline(folder, steps);
  }

  private static Step step(Path before, Node step) {
    String function = text(step, "image").replaceFirst(".*/", "").replaceFirst(":.*", "");
    FunctionConfig config =
        step.find("configMap")
            .map(Pipeline::configMap)
            .orElseGet(() -> config(before, text(step, "configPath")));
    List<String> kinds =
        step.find("selectors").map(Node::items).orElse(List.of()).stream()
            .map(each -> text(each, "kind"))
            .toList();
    return new Step(function, config, kinds);
  }

  private static FunctionConfig configMap(Node data) {
    Node map =
        Yaml.of(
            Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", "function-input"),
                "data",
                data));
    return FunctionConfig.of(Resource.of(map));
  }

  private static FunctionConfig config(Path before, String file) {
    return FunctionConfig.of(Resource.of(Yaml.parse(bytes(before.resolve(file)))));
  }

  Outcome run(ResourceList list) {
    ResourceList now = list;
    var results = new ArrayList<String>();
    for (Step step : steps) {
      FunctionRun run = run(step, now);
      if (run.exitCode() != 0) {
        throw new AssertionError(step.function() + " failed: " + run.added());
      }
      run.added().forEach(result -> results.add(result.severity() + " " + result.message()));
      now = merge(step, now, run.listWithoutResults());
    }
    return new Outcome(now, results);
  }

  private static FunctionRun run(Step step, ResourceList list) {
    FunctionClass function =
        FunctionLoader.findAll(Pipeline.class.getClassLoader()).stream()
            .filter(each -> each.definition().name().equals(step.function()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("there is no function " + step.function()));
    return function.run(
        list.filterItems(step::sees), step.config(), Caller.withoutDeadline(System.err));
  }

  /**
   * The items that the call did not receive keep their places. Its output takes the places of the
   * others.
   */
  private static ResourceList merge(Step step, ResourceList before, ResourceList seen) {
    var out = new ArrayList<Resource>();
    var left = new ArrayList<>(seen.items());
    for (Resource item : before.items()) {
      out.add(step.sees(item) && !left.isEmpty() ? left.removeFirst() : item);
    }
    out.addAll(left);
    return before.withItems(out);
  }

  /** The results that the original gave, if the example has them. */
  Optional<List<String>> expectedResults() {
    Path file = folder.resolve("results.yaml");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    var results =
        Yaml.parse(bytes(file)).findAll(dev.kiln.yaml.node.Path.of("items[*].results[*]"));
    return Optional.of(
        results.stream()
            .map(
                match ->
                    text(match.node(), "severity").toUpperCase(Locale.ROOT)
                        + " "
                        + text(match.node(), "message"))
            .toList());
  }

  private static String text(Node map, String key) {
    return map.find(key).map(Node::text).orElse("");
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
