package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.List;

/** The kinds of functions that a program supports, in their order in messages and help. */
public final class FunctionKinds {
  private final List<FunctionKind<?>> all;

  /** Creates the list of these kinds. */
  public FunctionKinds(FunctionKind<?>... all) {
    this.all = List.of(all);
  }

  /** All kinds. */
  public List<FunctionKind<?>> all() {
    return all;
  }

  /**
   * The kind of a function.
   *
   * @throws IllegalArgumentException if it has none of these kinds
   */
  public FunctionKind<?> of(FunctionSpec spec) {
    for (FunctionKind<?> kind : all) {
      if (kind.type().isInstance(spec)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(spec.label() + ": no kind of function here runs it");
  }

  /** Reads the declarations in a host's configuration file. */
  public DeclarationReader hostReader(Field... more) {
    var forms = new ArrayList<DeclarationForm<?>>();
    for (FunctionKind<?> kind : all) {
      kind.hostForm().ifPresent(forms::add);
    }
    return new DeclarationReader(forms, List.of(more));
  }

  /** Reads the declarations in annotations of resources. */
  public DeclarationReader annotationReader(Field... more) {
    var forms = new ArrayList<DeclarationForm<?>>();
    for (FunctionKind<?> kind : all) {
      kind.annotationForm().ifPresent(forms::add);
    }
    return new DeclarationReader(forms, List.of(more));
  }
}
