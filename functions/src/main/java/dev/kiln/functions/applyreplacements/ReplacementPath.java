package dev.kiln.functions.applyreplacements;

import java.util.ArrayList;
import java.util.List;

/**
 * A path to fields in kustomize's syntax: {@code spec.containers.[name=app].image}, {@code
 * metadata.annotations.[a.b/c]}, {@code spec.ports.0.port}, {@code a\.b}.
 *
 * @param steps the path split into steps that are not interpreted yet: a source and a target
 *     interpret the same step differently
 */
record ReplacementPath(List<String> steps) {

  ReplacementPath {
    steps = List.copyOf(steps);
  }

  static ReplacementPath of(String text) {
    List<String> pieces = splitAtDots(text);
    var steps = new ArrayList<String>();
    for (int i = 0; i < pieces.size(); i++) {
      String step = pieces.get(i);
      if (step.startsWith("[")) {
        while (!step.endsWith("]") && i + 1 < pieces.size()) {
          step += "." + pieces.get(++i);
        }
      }
      steps.add(isInBrackets(step) && !step.contains("=") ? withoutBrackets(step) : step);
    }
    return new ReplacementPath(steps);
  }

  /** Splits the text at dots without a backslash before them. */
  private static List<String> splitAtDots(String text) {
    var pieces = new ArrayList<String>();
    for (String piece : text.split("\\.", -1)) {
      if (!pieces.isEmpty() && pieces.getLast().endsWith("\\")) {
        String before = pieces.removeLast();
        pieces.add(before.substring(0, before.length() - 1) + "." + piece);
      } else {
        pieces.add(piece);
      }
    }
    if (pieces.size() > 1 && pieces.getFirst().isEmpty()) {
      pieces.removeFirst();
    }
    return pieces;
  }

  /** Whether the step selects an item of a list by its number. */
  static boolean isNumber(String step) {
    return step.matches("[0-9]{1,9}");
  }

  /**
   * Whether the step selects items of a list by a field of the item, {@code [name=app]}, or by the
   * item itself, {@code [=app]}.
   */
  static boolean isFieldMatch(String step) {
    return isInBrackets(step) && step.contains("=");
  }

  boolean hasFieldMatch() {
    return steps.stream().anyMatch(ReplacementPath::isFieldMatch);
  }

  static boolean isWildcard(String step) {
    return step.equals("*");
  }

  /** Returns the field of such a step; empty if the item itself is compared. */
  static String matchedKey(String step) {
    return withoutBrackets(step).substring(0, withoutBrackets(step).indexOf('='));
  }

  static String matchedValue(String step) {
    return withoutBrackets(step).substring(withoutBrackets(step).indexOf('=') + 1);
  }

  private static boolean isInBrackets(String step) {
    return step.length() > 1 && step.startsWith("[") && step.endsWith("]");
  }

  private static String withoutBrackets(String step) {
    return step.substring(1, step.length() - 1);
  }
}
