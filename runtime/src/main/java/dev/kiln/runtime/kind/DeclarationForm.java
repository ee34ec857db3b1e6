package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.List;

/**
 * The syntax of declarations of one kind: a field that identifies the kind, and other fields beside
 * it.
 *
 * @param field the field that identifies the kind, {@code exec: {…}}
 * @param otherFields fields that may stand beside it
 * @param reader makes the spec from all fields; their types are already checked
 */
public record DeclarationForm<S extends FunctionSpec>(
    Field field, List<Field> otherFields, Reader<S> reader) {
  /** Makes a spec. */
  @FunctionalInterface
  public interface Reader<S> {
    /**
     * Reads a checked declaration.
     *
     * @throws InvalidDeclarationException if its fields contradict each other
     */
    S read(Fields declaration);
  }

  public DeclarationForm {
    otherFields = List.copyOf(otherFields);
  }

  /** A form of a single field. */
  public static <S extends FunctionSpec> DeclarationForm<S> of(Field field, Reader<S> reader) {
    return new DeclarationForm<>(field, List.of(), reader);
  }

  List<Field> fields() {
    var all = new ArrayList<Field>();
    all.add(field);
    all.addAll(otherFields);
    return all;
  }
}
