package dev.kiln.functions.applyreplacements;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;

/** A place in a target to write a value to. */
sealed interface WriteLocation {
  Path path();

  /** An existing field. */
  record Found(Path path, Node node) implements WriteLocation {}

  /**
   * A missing field.
   *
   * @param remainingSteps the steps from {@code path} to the value, all to be created
   */
  record Missing(Path path, List<String> remainingSteps) implements WriteLocation {
    Object wrap(Object value) {
      return wrapInSteps(remainingSteps, value);
    }
  }

  /**
   * A new item at the end of a list.
   *
   * @param itemStep the step that selects the item: a number or a match
   */
  record Added(Path path, String itemStep, List<String> remainingSteps) implements WriteLocation {
    Object wrap(Object value) {
      return WriteLocation.newItem(itemStep, remainingSteps, value);
    }
  }

  private static Object wrapInSteps(List<String> steps, Object value) {
    if (steps.isEmpty()) {
      return value;
    }
    String step = steps.getFirst();
    List<String> rest = steps.subList(1, steps.size());
    if (ReplacementPath.isFieldMatch(step) || step.equals("0")) {
      return List.of(newItem(step, rest, value));
    }
    if (ReplacementPath.isWildcard(step) || ReplacementPath.isNumber(step)) {
      throw new ReplacementException(
          "there is no item for step %s, and none can be made".formatted(step));
    }
    var map = new LinkedHashMap<String, Object>();
    map.put(step, wrapInSteps(rest, value));
    return map;
  }

  private static Object newItem(String step, List<String> rest, Object value) {
    Object made = wrapInSteps(rest, value);
    boolean named =
        ReplacementPath.isFieldMatch(step) && !ReplacementPath.matchedKey(step).isEmpty();
    if (rest.isEmpty() || !ReplacementPath.isFieldMatch(step)) {
      return made;
    }
    if (!named || !(made instanceof LinkedHashMap<?, ?> fields)) {
      throw new ReplacementException("an item for step %s would be no map".formatted(step));
    }
    var item = new LinkedHashMap<Object, Object>();
    item.put(ReplacementPath.matchedKey(step), ReplacementPath.matchedValue(step));
    item.putAll(fields);
    return item;
  }
}
