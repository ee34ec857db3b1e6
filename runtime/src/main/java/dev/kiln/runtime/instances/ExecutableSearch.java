package dev.kiln.runtime.instances;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs as a shell does, so that a missing one is reported before anything starts. */
final class ExecutableSearch {
  private static final String PATH = "PATH";
  private static final String DEFAULT_PATH = "/usr/bin:/bin";

  private ExecutableSearch() {}

  /**
   * The executable for the first word of a command.
   *
   * @throws ProgramStartException if it cannot run, or its working directory does not exist
   */
  static String of(LaunchSpec launch) {
    String word = launch.command().getFirst();
    requireFolder(launch.directory().orElse(Path.of("")));
    if (word.indexOf('/') >= 0) {
      require(launch.directory().orElse(Path.of("")).resolve(word), word);
      return word;
    }
    String path = launch.environment().getOrDefault(PATH, DEFAULT_PATH);
    return find(word, path)
        .map(Path::toString)
        .orElseThrow(
            () ->
                new ProgramStartException(
                    ProgramStartException.NOT_FOUND,
                    word + ": there is no such program on the PATH " + path));
  }

  /** Finds a program on this process's own {@code PATH}. */
  static Optional<Path> find(String word) {
    return find(word, System.getenv().getOrDefault(PATH, DEFAULT_PATH));
  }

  private static Optional<Path> find(String word, String path) {
    for (String folder : path.split(":", -1)) {
      Path file = Path.of(folder).resolve(word);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static void requireFolder(Path folder) {
    if (!Files.isDirectory(folder.toAbsolutePath())) {
      throw new ProgramStartException(
          ProgramStartException.NOT_EXECUTABLE,
          folder + ": there is no such folder to start it in");
    }
  }

  private static void require(Path file, String word) {
    if (!Files.exists(file)) {
      throw new ProgramStartException(
          ProgramStartException.NOT_FOUND,
          word + ": there is no such file" + (word.startsWith("/") ? "" : at(file)));
    }
    if (Files.isDirectory(file) || !Files.isExecutable(file)) {
      throw new ProgramStartException(
          ProgramStartException.NOT_EXECUTABLE, word + ": this file is no program that may be run");
    }
  }

  private static String at(Path file) {
    return " (looked for: " + file.toAbsolutePath().normalize() + ")";
  }
}
