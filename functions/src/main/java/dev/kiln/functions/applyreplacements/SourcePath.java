package dev.kiln.functions.applyreplacements;

import dev.kiln.yaml.node.Node;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The path to the one value of a source; {@code -} is the last item of a list. */
record SourcePath(ReplacementPath path) {

  Optional<Node> find(Node root) {
    Node at = root;
    for (String step : path.steps()) {
      if (step.isBlank()) {
        continue;
      }
      if (ReplacementPath.isWildcard(step)) {
        throw new ReplacementException("a source is one value, so * is no step of its fieldPath");
      }
      Node next = follow(at, step);
      if (next == null) {
        return Optional.empty();
      }
      at = next;
    }
    return Optional.of(at);
  }

  private static @Nullable Node follow(Node at, String step) {
    if (!at.isList()) {
      return at.at(step);
    }
    if (ReplacementPath.isFieldMatch(step)) {
      return at.items().stream().filter(item -> matchesStep(item, step)).findFirst().orElse(null);
    }
    if (step.equals("-")) {
      return at.size() == 0 ? null : at.items().getLast();
    }
    int index = ReplacementPath.isNumber(step) ? Integer.parseInt(step) : at.size();
    return index < at.size() ? at.items().get(index) : null;
  }

  private static boolean matchesStep(Node item, String step) {
    String key = ReplacementPath.matchedKey(step);
    return Stream.ofNullable(key.isEmpty() ? item : item.at(key))
        .anyMatch(
            found -> found.isScalar() && found.text().equals(ReplacementPath.matchedValue(step)));
  }
}
