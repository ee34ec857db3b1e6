package dev.kiln.cli.fn;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pipeline of a Kptfile, which {@code kpt fn render} runs and {@code kiln fn run} does not. */
final class KptfilePipeline {
  private KptfilePipeline() {}

  /** Returns a warning if the package has a pipeline with functions. */
  static Optional<String> findWarning(Path dir) {
    try {
      Path file = dir.resolve("Kptfile");
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      Node pipeline = Yaml.parse(Files.readAllBytes(file)).at("pipeline");
      int functions = count(pipeline, "mutators") + count(pipeline, "validators");
      return functions == 0
          ? Optional.empty()
          : Optional.of(
              "Kptfile: its pipeline has "
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
