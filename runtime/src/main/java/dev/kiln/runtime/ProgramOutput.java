package dev.kiln.runtime;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.List;

/**
 * Checks the output of a function that is not a Java class. Its exit code alone decides on success.
 * Its bytes are passed on unchanged, provided that they are a ResourceList.
 */
public final class ProgramOutput {
  /** Exit codes above this stand for a signal, as in a shell. */
  private static final int SIGNALLED = 128;

  private static final int LAST_SIGNAL = 64;

  private static final String ITEMS = "items";
  private static final String KIND = "ResourceList";
  private static final String EXPECTED = " (expected: a " + KIND + ")";

  private ProgramOutput() {}

  /**
   * The outcome of a run.
   *
   * @param name the name of what ran, for the message
   * @param ownMessage its own message about the failure; empty if it gave none
   */
  public static Outcome outcome(String name, int exitCode, byte[] output, String ownMessage) {
    String wrong;
    try {
      Node root = Yaml.parse(output);
      String kind = root.isMap() ? kind(root) : "";
      if (kind.equals(KIND)) { // any version, with or without items
        Ending ending = exitCode == 0 ? new Ending.Done() : failed(name, exitCode, ownMessage);
        return Outcome.of(ending, output, root);
      }
      wrong = describeOutput(describeValue(root, kind), output);
    } catch (BadYaml e) {
      wrong = describeOutput("", output) + ": " + describe(BadInput.of(e));
    }
    String message = ownMessage.isBlank() && !SafeText.isBlank(output) ? "it " + wrong : ownMessage;
    return Outcome.of(
        exitCode == 0 ? invalidOutput(name + " " + wrong) : failed(name, exitCode, message));
  }

  /**
   * Parses the output for the next step.
   *
   * @param itemsOptional whether a list without items is read as one with no items. In the output
   *     of a function that succeeded, that would delete everything by mistake.
   */
  static ResourceList list(byte[] output, boolean itemsOptional) {
    try {
      return list(Yaml.parse(output), itemsOptional);
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  static ResourceList list(Node root, boolean itemsOptional) {
    try {
      return ResourceList.parse(
          itemsOptional && lacksItems(root)
              ? root.edit(e -> e.set(ITEMS, Yaml.of(List.of())))
              : root);
    } catch (BadYaml e) {
      throw BadInput.of(e);
    }
  }

  private static boolean lacksItems(Node root) {
    Node items = root.isMap() ? root.at(ITEMS) : root;
    return items == null || (root.isMap() && items.isNull());
  }

  /**
   * Why the output of a function cannot be used; any place in the message is a place in that
   * output.
   */
  public static String describe(BadInput e) {
    String place = e.line() > 0 ? " of its output" : "";
    return SafeText.safe(String.valueOf(e.getMessage())) + place;
  }

  /** The ending of a run without usable output. */
  public static Ending.Failed invalidOutput(String message) {
    return new Ending.Failed(Reason.INVALID_OUTPUT, 1, message);
  }

  private static Ending.Failed failed(String name, int exitCode, String ownMessage) {
    int signal = exitCode - SIGNALLED;
    boolean signalled = signal > 0 && signal <= LAST_SIGNAL;
    String how = signalled ? "signal " + signal : "exit code " + exitCode;
    return new Ending.Failed(
        signalled ? Reason.SIGNAL : Reason.EXIT_CODE,
        exitCode,
        name + " ended with " + how + (ownMessage.isBlank() ? "" : ": " + ownMessage));
  }

  /** The kind of the map; empty if it has none. */
  private static String kind(Node map) {
    Node kind = map.at("kind");
    return kind == null ? "" : kind.string().orElse("");
  }

  private static String describeOutput(String what, byte[] output) {
    String shown = SafeText.isBlank(output) ? "nothing" : what + SafeText.firstLine(output);
    return "wrote " + shown + EXPECTED;
  }

  /** The introduction of a message that shows a value that is not a ResourceList. */
  private static String describeValue(Node value, String kind) {
    return switch (value.type()) {
      case MAP ->
          kind.isEmpty()
              ? "a map that names no kind: "
              : "a map of kind " + SafeText.firstLine(kind) + ": ";
      case LIST -> "a list: ";
      case NULL -> "no value: ";
      case STRING, INTEGER, FLOAT, BOOLEAN -> "";
    };
  }
}
