package dev.kiln.runtime.kind.named;

import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FlagForm.Naming;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.FunctionKind;
import java.util.Optional;

/**
 * Functions that are requested by name. A host runs them, or the process that registered them does.
 * A bundled Java function has no other declaration.
 */
public final class NamedKind implements FunctionKind<NamedFunction> {
  @Override
  public String name() {
    return "function";
  }

  @Override
  public Class<NamedFunction> type() {
    return NamedFunction.class;
  }

  @Override
  public Optional<FlagForm<NamedFunction>> runFlag() {
    return Optional.of(
        new FlagForm<>(
            "--function",
            "NAME",
            "run this built-in function, or this function of --host",
            Naming.REQUIRED,
            "",
            NamedFunction::new));
  }

  @Override
  public FunctionFactory<NamedFunction> factory(FactoryContext context) {
    return (name, _) -> {
      throw new IllegalArgumentException(
          "no function \"" + name + "\" is registered here (expected: one of the box, or a host)");
    };
  }
}
