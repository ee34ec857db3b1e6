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
      return wrong
          .map(what -> Outcome.of(invalid(name + " wrote no ResourceList: " + what)))
          .orElseGet(() -> Outcome.of(new Ending.Done(), output));
    }
    Ending ending = failed(name, exitCode, words);
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

  /** What keeps bytes from being a ResourceList; its version, and whether it has items, is open. */
  private static Optional<String> fault(byte[] output) {
    try {
      Node list = Yaml.parse(output);
      return list.isMap() ? wrongKind(list) : Optional.of(list.isNull() ? "nothing" : "no map");
    } catch (BadYaml e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static Optional<String> wrongKind(Node list) {
    Node kind = list.at("kind");
    if (kind == null) {
      return Optional.of("it has no kind");
    }
    String found = kind.string().orElse("no text");
    return found.equals("ResourceList") ? Optional.empty() : Optional.of("its kind is " + found);
  }
}
