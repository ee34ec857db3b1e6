package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;

/** The places that a path with wildcards leads to. */
public final class WildcardExpansion {
  private WildcardExpansion() {}

  /**
   * Expands a path to paths of keys and indexes, in reverse order. A change at one of them then
   * does not move those that are still to come.
   *
   * @param path a path with a wildcard
   * @param must whether an item that the path selects by a field must exist
   */
  public static List<Path> expand(Draft draft, Path path, boolean must) {
    var steps = path.steps();
    int last = steps.size() - 1;
    while (!Path.isWildcard(steps.get(last))) {
      last--;
    }
    draft.flush();
    var root = new Node(draft.source, draft.root, -1);
    var found = new ArrayList<Path>();
    for (var match : root.findAll(path.part(0, last + 1))) {
      var way = match.path();
      for (var step : steps.subList(last + 1, steps.size())) {
        way = way.then(step);
      }
      found.add(way);
    }
    if (found.isEmpty() && must && steps.get(last) instanceof Path.Step.Where(var key, var value)) {
      var list = root.find(path.part(0, last)).orElse(root);
      throw list.source.error(
          list.source.propsStart(list.index), path + ": no item with " + key + ": " + value);
    }
    return found.reversed();
  }
}
