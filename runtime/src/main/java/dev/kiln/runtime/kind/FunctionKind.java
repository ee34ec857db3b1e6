package dev.kiln.runtime.kind;

import java.util.Optional;
import java.util.Set;

/**
 * A kind of function: programs, containers, servers or scripts. It defines the syntax of its
 * declarations, and creates the runners for them.
 *
 * <p>The configuration file of a host, the annotations of resources, flags and pipelines all use
 * this interface alone. A new kind is one package and one line in {@code main}.
 *
 * @param <S> the spec that its declarations are read to
 */
public interface FunctionKind<S extends FunctionSpec> {
  /** The name of the kind, which is a field in declarations, such as {@code exec}. */
  String name();

  /** The class of its specs. It identifies the kind of a function. */
  Class<S> type();

  /** The syntax of a declaration; empty if functions of this kind are not declared. */
  default Optional<DeclarationForm<S>> form() {
    return Optional.empty();
  }

  /** The form in the configuration file of a host, if it differs. */
  default Optional<DeclarationForm<S>> hostForm() {
    return form();
  }

  /** The form in annotations of resources, if it differs. */
  default Optional<DeclarationForm<S>> annotationForm() {
    return form();
  }

  /** The flag of {@code kiln serve}; by default the first field of the form as a text. */
  default Optional<FlagForm<S>> hostFlag() {
    return hostForm().flatMap(form -> FlagForm.of(this, form));
  }

  /** The flag of {@code kiln fn run}; by default the first field of the form as a text. */
  default Optional<FlagForm<S>> runFlag() {
    return annotationForm().flatMap(form -> FlagForm.of(this, form));
  }

  /** The settings of a command line that its functions accept; by default, none. */
  default Set<Setting> settings() {
    return Set.of();
  }

  /** Returns the function with the settings of a command line, which win over its own. */
  default S withSettings(S spec, GivenSettings given) {
    return spec;
  }

  /**
   * The function that a host starts for a caller who asks for this image; empty if functions of
   * this kind are no images.
   */
  default Optional<S> ofImage(String image) {
    return Optional.empty();
  }

  /** The cost of an instance; by default, it computes in this process. */
  default Cost cost() {
    return Cost.THREAD;
  }

  /** How its instances are pooled; by default, one instance takes all calls. */
  default Pooling pooling() {
    return Pooling.SHARED;
  }

  /** Creates the factory of this kind for one host or orchestrator. Called once; starts nothing. */
  FunctionFactory<S> factory(FactoryContext context);
}
