package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** Returns the function with the settings that its kind accepts. */
  public FunctionSpec withSettings(FunctionSpec spec, GivenSettings given) {
    return withSettings(of(spec), spec, given);
  }

  private static <S extends FunctionSpec> S withSettings(
      FunctionKind<S> kind, FunctionSpec spec, GivenSettings given) {
    return kind.withSettings(kind.type().cast(spec), given);
  }

  /** The names of the kinds that accept a setting, for messages. */
  public String namesAccepting(Setting setting) {
    var names = new ArrayList<String>();
    for (FunctionKind<?> kind : all) {
      if (kind.settings().contains(setting)) {
        names.add(kind.name());
      }
    }
    return String.join(" or ", names);
  }

  /**
   * The function that a host starts for a caller who asks for this image; empty if no kind here
   * runs images.
   *
   * @throws IllegalArgumentException if this is no name of an image
   */
  public Optional<FunctionSpec> ofImage(String image) {
    for (FunctionKind<?> kind : all) {
      FunctionSpec spec = kind.ofImage(image).orElse(null);
      if (spec != null) {
        return Optional.of(spec);
      }
    }
    return Optional.empty();
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
