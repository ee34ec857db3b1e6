package dev.kiln.runtime;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.BadYaml;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Yaml;
import java.util.List;
import java.util.Optional;

/**
 * Judges what a function that is no Java class left: its exit code alone decides on success, and
 * its bytes are passed on as they are, provided that they are a ResourceList at all.
 */
public final class Wrapped {
  /** As a shell has it: exit codes above tell of a signal. */
  private static final int SIGNALLED = 128;

  private static final int LAST_SIGNAL = 64;

  private static final String ITEMS = "items";
  private static final String KIND = "ResourceList";
  private static final String EXPECTED = " (expected: a " + KIND + ")";

  private Wrapped() {}

  /**
   * What became of a run.
   *
   * @param name what ran, for the message
   * @param words what it said about its failure, empty if nothing
   */
  public static Outcome outcome(String name, int exitCode, byte[] output, String words) {
    Optional<String> wrong = fault(output);
    if (exitCode == 0) {
      return wrong.isPresent()
          ? Outcome.of(invalid(name + " " + wrong.get()))
          : Outcome.of(new Ending.Done(), output);
    }
    boolean toldNothing = words.isBlank() && !Printed.isBlank(output);
    String why = toldNothing ? wrong.map(what -> "it " + what).orElse(words) : words;
    Ending ending = failed(name, exitCode, why);
    return wrong.isPresent() ? Outcome.of(ending) : Outcome.of(ending, output);
  }

  /**
   * What it left, for who goes on with it: a list without items has none.
   *
   * @throws BadInput if it is no ResourceList
   */
  public static ResourceList list(byte[] output) {
    try {
      Node list = Yaml.parse(output);
      Node items = list.isMap() ? list.at(ITEMS) : list;
      boolean hasNone = items == null || (list.isMap() && items.isNull());
      return ResourceList.parse(
          hasNone ? list.edit(e -> e.set(ITEMS, Yaml.of(List.of()))).bytes() : output);
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  /** Why nobody can go on with what a function left; a place is one in that. */
  public static String why(BadInput e) {
    String place = e.line() > 0 ? " of its output" : "";
    return Printed.safe(String.valueOf(e.getMessage())) + place;
  }

  /** How a run ended that gave nothing to pass on. */
  public static Ending.Failed invalid(String message) {
    return new Ending.Failed(Reason.INVALID_OUTPUT, 1, message);
  }

  private static Ending.Failed failed(String name, int exitCode, String words) {
    int signal = exitCode - SIGNALLED;
    boolean signalled = signal > 0 && signal <= LAST_SIGNAL;
    String how = signalled ? "signal " + signal : "exit code " + exitCode;
    return new Ending.Failed(
        signalled ? Reason.SIGNAL : Reason.EXIT_CODE,
        exitCode,
        name + " ended with " + how + (words.isBlank() ? "" : ": " + words));
  }

  /** What was written, if it is no ResourceList; its version, and whether it has items, is open. */
  private static Optional<String> fault(byte[] output) {
    try {
      Node value = Yaml.parse(output);
      String kind = value.isMap() ? kind(value) : "";
      return kind.equals(KIND) ? Optional.empty() : Optional.of(wrote(misfit(value, kind), output));
    } catch (BadYaml e) {
      return Optional.of(wrote("", output) + ": " + why(BadInput.of(e)));
    }
  }

  /** Empty if it has none. */
  private static String kind(Node map) {
    Node kind = map.at("kind");
    return kind == null ? "" : kind.string().orElse("");
  }

  private static String wrote(String what, byte[] output) {
    String shown = Printed.isBlank(output) ? "nothing" : what + Printed.firstLine(output);
    return "wrote " + shown + EXPECTED;
  }

  /** What to say of a value that is no ResourceList before it is shown. */
  private static String misfit(Node value, String kind) {
    return switch (value.type()) {
      case MAP ->
          kind.isEmpty()
              ? "a map that names no kind: "
              : "a map of kind " + Printed.firstLine(kind) + ": ";
      case LIST -> "a list: ";
      case NULL -> "no value: ";
      case STRING, INTEGER, FLOAT, BOOLEAN -> "";
    };
  }
}
