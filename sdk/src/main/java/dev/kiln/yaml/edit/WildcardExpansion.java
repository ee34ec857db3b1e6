package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.YamlSource;
import java.util.ArrayList;
import java.util.List;

/** Finds the places that a path with wildcards leads to. */
final class WildcardExpansion {
  private WildcardExpansion() {}

  /**
   * Expands a path to paths of keys and indexes, in reverse order. A change at one of them then
   * does not move those that are still to come.
   *
   * @param path a path with a wildcard
   * @param required whether an item that the path selects by a field must exist
   */
  static List<Path> expand(Draft draft, Path path, boolean required) {
    var steps = path.steps();
    int last = steps.size() - 1;
    while (!Path.isWildcard(steps.get(last))) {
      last--;
    }
    draft.flush();
    var root = draft.source.node(draft.root);
    var found = new ArrayList<Path>();
    for (var match : root.findAll(path.subPath(0, last + 1))) {
      var expanded = match.path();
      for (var step : steps.subList(last + 1, steps.size())) {
        expanded = expanded.then(step);
      }
      found.add(expanded);
    }
    if (found.isEmpty()
        && required
        && steps.get(last) instanceof Path.Step.Where(var key, var value)) {
      var list = root.find(path.subPath(0, last)).orElse(root);
      var at = YamlSource.of(list);
      throw at.error(
          at.propsStart(YamlSource.index(list)), path + ": no item with " + key + ": " + value);
    }
    return found.reversed();
  }
}
