package dev.kiln.runtime.programs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one child is started, and how it ends.
 *
 * @param environment all there is of it; nothing is inherited
 */
public record Launch(
    List<String> command, Map<String, String> environment, Optional<Path> directory, Ends ends) {
  public Launch {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
