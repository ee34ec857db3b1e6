package dev.kiln.runtime.kind.named;

import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.HostReference;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.util.Optional;

/** A function that a host, or this process, knows by this name. */
public record NamedFunction(String name) implements FunctionSpec {
  public NamedFunction {
    if (name.isBlank()) {
      throw new InvalidDeclarationException(
          "a function without a name (expected: the name that its definition has)");
    }
  }

  @Override
  public String label() {
    return name;
  }

  @Override
  public Optional<HostReference> hostReference() {
    return Optional.of(HostReference.byName(name));
  }

  @Override
  public Object identity() {
    return name;
  }
}
