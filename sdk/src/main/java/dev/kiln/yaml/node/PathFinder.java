package dev.kiln.yaml.node;

import dev.kiln.yaml.table.CallInterrupted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the nodes that a path leads to. */
final class PathFinder {
  private PathFinder() {}

  static @Nullable Node findFirst(Node root, Path path) {
    CallInterrupted.check(); // an edit and its report look for many paths
    Node node = root;
    var steps = path.steps();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Path.Step.Key(var name)) {
        node = node.at(name);
      } else if (steps.get(i) instanceof Path.Step.Index(var index)) {
        node = node.item(index);
      } else {
        var all = findAll(root, path);
        return all.isEmpty() ? null : all.getFirst().node();
      }
      if (node == null) {
        return null;
      }
    }
    return node;
  }

  static List<Match> findAll(Node root, Path path) {
    var found = List.of(new Match(Path.of(""), root));
    for (var step : path.steps()) {
      var next = new ArrayList<Match>();
      for (var match : found) {
        applyStep(match, step, next);
      }
      found = next;
    }
    return found;
  }

  private static void applyStep(Match from, Path.Step step, List<Match> to) {
    var node = from.node();
    if (step instanceof Path.Step.Key(var name)) {
      var value = node.at(name);
      if (value != null) {
        to.add(new Match(from.path().then(step), value));
      }
    } else if (step instanceof Path.Step.Index(var index)) {
      var item = node.item(index);
      if (item != null) {
        to.add(new Match(from.path().then(step), item));
      }
    } else if (step instanceof Path.Step.Where(var key, var value)) {
      var items = node.items();
      for (int i = 0; i < items.size(); i++) {
        var field = items.get(i).at(key);
        if (field != null && field.isScalar() && field.text().equals(value)) {
          to.add(new Match(from.path().index(i), items.get(i)));
        }
      }
    } else {
      for (var entry : node.entries()) {
        to.add(new Match(from.path().key(entry.name()), entry.value()));
      }
      var items = node.items();
      for (int i = 0; i < items.size(); i++) {
        to.add(new Match(from.path().index(i), items.get(i)));
      }
    }
  }
}
