package dev.kiln.runtime.kind.starlark;

import dev.kiln.runtime.kind.DeclarationForm;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.Field;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.FlagForm;
import dev.kiln.runtime.kind.FunctionFactory;
import dev.kiln.runtime.kind.FunctionKind;
import java.util.Optional;

/**
 * Starlark scripts as resources declare them. Kiln reads the declarations and rejects them, because
 * nothing runs scripts yet.
 */
public final class StarlarkKind implements FunctionKind<StarlarkScript> {
  private static final String NAME = "starlark";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Class<StarlarkScript> type() {
    return StarlarkScript.class;
  }

  @Override
  public Optional<DeclarationForm<StarlarkScript>> annotationForm() {
    Field starlark =
        Field.map(
            NAME,
            Field.text("path", "the path of a script"),
            Field.text("url", "the address of a script"),
            Field.text("name", "a name"));
    return Optional.of(DeclarationForm.of(starlark, StarlarkKind::read));
  }

  private static StarlarkScript read(Fields declaration) {
    Fields script = declaration.map(NAME);
    return script.made(
        "", () -> new StarlarkScript(script.text("path"), script.text("url"), script.text("name")));
  }

  @Override
  public Optional<FlagForm<StarlarkScript>> runFlag() {
    return Optional.empty();
  }

  @Override
  public FunctionFactory<StarlarkScript> factory(FactoryContext context) {
    return (_, script) -> {
      throw new IllegalArgumentException(script.unsupportedReason().orElseThrow());
    };
  }
}
