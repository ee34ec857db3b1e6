package dev.kiln.runtime.kind;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The definition of a function in a declaration, as a value. Equal specs mean the same function.
 *
 * <p>An implementation rejects what could never run, with an {@link IllegalArgumentException} of
 * one line. Its caller decides whether the function may run.
 */
public interface FunctionSpec {
  /** The label for messages: an image, a program, an address or a name. */
  String label();

  /** The label for a line with little room. */
  default String shortLabel() {
    return label();
  }

  /** The environment variables that it asks for, each {@code NAME=value} or {@code NAME}. */
  default List<String> envs() {
    return List.of();
  }

  /** What the function needs beyond its input, and what the user must allow. */
  default Set<Permission> permissions() {
    return Set.of();
  }

  /**
   * Whether a second run on other items does no harm, because the function reaches nothing but its
   * list.
   */
  default boolean isRepeatable() {
    return permissions().isEmpty();
  }

  /**
   * The name that a host gives the function if its declaration has none; empty if a name is
   * required.
   */
  default Optional<String> defaultName() {
    return Optional.empty();
  }

  /** How to request it from a running host; empty if only this process can run it. */
  default Optional<HostReference> hostReference() {
    return Optional.empty();
  }

  /** Why it cannot run although its declaration is valid; empty if it can run. */
  default Optional<String> unsupportedReason() {
    return Optional.empty();
  }

  /**
   * The value that distinguishes it from other functions of its kind, by default the record itself.
   * Every process links the equality of a record anew, so kinds that short runs use return a text.
   */
  default Object identity() {
    return this;
  }
}
