package dev.kiln.server.config;

import dev.kiln.runtime.kind.FunctionSpec;
import java.util.List;

/**
 * A function that a flag or the configuration file declares.
 *
 * @param name the name that it has here
 * @param images patterns of the images that it answers for
 */
public record DeclaredFunction(String name, FunctionSpec spec, List<String> images) {
  public DeclaredFunction {
    images = List.copyOf(images);
  }

  /** A function that answers to its name alone. */
  DeclaredFunction(String name, FunctionSpec spec) {
    this(name, spec, List.of());
  }
}
