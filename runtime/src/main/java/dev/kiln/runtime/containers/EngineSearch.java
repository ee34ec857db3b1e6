package dev.kiln.runtime.containers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds an engine that answers. */
final class EngineSearch {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Map<String, String> environment;

  EngineSearch(Map<String, String> environment) {
    this.environment = forEngines(environment);
  }

  /**
   * Removes the addresses and settings of this host. They do not concern a container, nor another
   * Kiln that the engine may start. The command found may also be a replacement that forwards calls
   * to a running host; it must not send ours back to us.
   */
  private static Map<String, String> forEngines(Map<String, String> ours) {
    var cleaned = new HashMap<>(ours);
    cleaned.keySet().removeIf(key -> key.startsWith("KRM_FUNCTION_") || key.startsWith("KILN_"));
    cleaned.put("KILN_SHIM", "off");
    return cleaned;
  }

  Engine first() {
    var tried = new ArrayList<String>();
    for (EngineKind kind : EngineKind.values()) {
      Optional<Path> program = onPath(kind.command());
      if (program.isEmpty()) {
        tried.add(kind.command() + " is not on PATH");
        continue;
      }
      try {
        return engine(List.of(program.get().toString()));
      } catch (EngineException e) {
        tried.add(program.get() + ": " + e.getMessage());
      }
    }
    throw new NoEngineException(tried);
  }

  Engine requireNamed(List<String> words) {
    if (words.isEmpty()) {
      throw new NoEngineException(List.of("--engine is empty"));
    }
    String name = words.getFirst();
    boolean path = name.contains("/") || name.contains(File.separator);
    Optional<String> program = path ? Optional.of(name) : onPath(name).map(Path::toString);
    if (program.isEmpty()) {
      throw new NoEngineException(List.of("--engine: " + name + " is not on PATH"));
    }
    try {
      return engine(Stream.concat(program.stream(), words.stream().skip(1)).toList());
    } catch (EngineException e) {
      throw new NoEngineException(
          List.of("--engine " + String.join(" ", words) + ": " + e.getMessage()));
    }
  }

  private Engine engine(List<String> words) {
    EngineFacts facts =
        EngineFacts.of(
            arguments ->
                EngineOutput.of(
                    Stream.concat(words.stream(), arguments.stream()).toList(),
                    environment,
                    LIMIT));
    return new Engine(words, environment, facts);
  }

  private Optional<Path> onPath(String name) {
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> program(folder, name))
        .findFirst();
  }

  private static Stream<Path> program(String folder, String name) {
    try {
      return Stream.of(name, name + ".exe")
          .map(Path.of(folder)::resolve)
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    } catch (InvalidPathException e) {
      return Stream.empty(); // the path of this folder is invalid
    }
  }
}
