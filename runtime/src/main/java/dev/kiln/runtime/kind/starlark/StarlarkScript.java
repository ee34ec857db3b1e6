package dev.kiln.runtime.kind.starlark;

import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.util.Optional;

/**
 * A script.
 *
 * @param path its path in the package; empty if it has a url
 * @param url the address to load it from; empty if it has a path
 * @param name its name in messages; may be empty
 */
public record StarlarkScript(String path, String url, String name) implements FunctionSpec {
  public StarlarkScript {
    if (path.isEmpty() == url.isEmpty()) {
      String found = path.isEmpty() ? "neither path nor url" : "both path and url";
      throw new InvalidDeclarationException("a script with " + found + " (expected: one of them)");
    }
  }

  @Override
  public String label() {
    return name.isEmpty() ? path + url : name;
  }

  @Override
  public Optional<String> unsupportedReason() {
    return Optional.of(
        "the Starlark script "
            + label()
            + ", for which there is no runtime yet (expected: container, exec, endpoint)");
  }
}
