package dev.kiln.cli.fn;

import dev.kiln.client.files.PackageItem;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pipelines of Kptfiles, which {@code kpt fn render} runs and {@code kiln fn run} does not. */
final class KptfilePipeline {
  private static final String KPTFILE = "Kptfile";

  private KptfilePipeline() {}

  /** Returns a warning for each package with a pipeline: DIR and all folders that have items. */
  static List<String> findWarnings(Path dir, List<PackageItem> items) {
    var files = new TreeSet<String>(List.of(KPTFILE));
    for (PackageItem item : items) {
      String path = item.path();
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        files.add(path.substring(0, slash + 1) + KPTFILE);
      }
    }
    return files.stream().flatMap(file -> findWarning(dir, file).stream()).toList();
  }

  private static Optional<String> findWarning(Path dir, String path) {
    try {
      Path file = dir.resolve(path);
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      Node pipeline = Yaml.parse(Files.readAllBytes(file)).at("pipeline");
      int functions = count(pipeline, "mutators") + count(pipeline, "validators");
      return functions == 0
          ? Optional.empty()
          : Optional.of(
              path
                  + ": its pipeline has "
                  + StepResolver.count(functions, "function")
                  + ", which kiln fn run does not run (expected: kpt fn render)");
    } catch (IOException | BadYaml _) {
      return Optional.empty(); // the tool that runs the pipeline reports why
    }
  }

  private static int count(@Nullable Node pipeline, String name) {
    Node functions = pipeline == null || !pipeline.isMap() ? null : pipeline.at(name);
    return functions == null || !functions.isList() ? 0 : functions.size();
  }
}
