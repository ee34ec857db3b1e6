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
   * @param rest the steps from {@code path} to the value, all to be created
   */
  record Missing(Path path, List<String> rest) implements WriteLocation {
    Object with(Object value) {
      return around(rest, value);
    }
  }

  /**
   * A new item at the end of a list.
   *
   * @param item the step that selects the item: a number or a match
   */
  record Added(Path path, String item, List<String> rest) implements WriteLocation {
    Object with(Object value) {
      return WriteLocation.item(item, rest, value);
    }
  }

  private static Object around(List<String> steps, Object value) {
    if (steps.isEmpty()) {
      return value;
    }
    String step = steps.getFirst();
    List<String> rest = steps.subList(1, steps.size());
    if (ReplacementPath.isMatch(step) || step.equals("0")) {
      return List.of(item(step, rest, value));
    }
    if (ReplacementPath.isEvery(step) || ReplacementPath.isNumber(step)) {
      throw new ReplacementException(
          "there is no item for step %s, and none can be made".formatted(step));
    }
    var map = new LinkedHashMap<String, Object>();
    map.put(step, around(rest, value));
    return map;
  }

  private static Object item(String step, List<String> rest, Object value) {
    Object made = around(rest, value);
    boolean named = ReplacementPath.isMatch(step) && !ReplacementPath.matchedKey(step).isEmpty();
    if (rest.isEmpty() || !ReplacementPath.isMatch(step)) {
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
