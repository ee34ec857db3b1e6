package dev.kiln.functions.applyreplacements;

import dev.kiln.yaml.node.Match;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The path to the one value of a source; {@code -} is the last item of a list. */
record SourcePath(ReplacementPath path) {

  Optional<Match> find(Node root) {
    Node at = root;
    Path place = Path.keys();
    for (String step : path.steps()) {
      if (step.isBlank()) {
        continue;
      }
      if (ReplacementPath.isWildcard(step)) {
        throw new ReplacementException("a source is one value, so * is no step of its fieldPath");
      }
      Match next = follow(at, place, step);
      if (next == null) {
        return Optional.empty();
      }
      at = next.node();
      place = next.path();
    }
    return Optional.of(new Match(place, at));
  }

  private static @Nullable Match follow(Node at, Path place, String step) {
    if (!at.isList()) {
      Node value = at.at(step);
      return value == null ? null : new Match(place.key(step), value);
    }
    List<Node> items = at.items();
    int index = index(items, step);
    return index < 0 || index >= items.size()
        ? null
        : new Match(place.index(index), items.get(index));
  }

  /** The index of the item that a step selects; -1 if it selects none. */
  private static int index(List<Node> items, String step) {
    if (ReplacementPath.isFieldMatch(step)) {
      int index = 0;
      while (index < items.size() && !matchesStep(items.get(index), step)) {
        index++;
      }
      return index;
    }
    if (step.equals("-")) {
      return items.size() - 1;
    }
    return ReplacementPath.isNumber(step) ? Integer.parseInt(step) : -1;
  }

  private static boolean matchesStep(Node item, String step) {
    String key = ReplacementPath.matchedKey(step);
    return Stream.ofNullable(key.isEmpty() ? item : item.at(key))
        .anyMatch(
            found -> found.isScalar() && found.text().equals(ReplacementPath.matchedValue(step)));
  }
}
