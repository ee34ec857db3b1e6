package dev.kiln.functions.conventions;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link FieldSpec} leads in one item.
 *
 * @param found the places at the end of the path
 * @param blocked scalars that stand where the path needs a map or a list
 */
public record Places(List<Place> found, List<Place> blocked) {
  /** Copies the lists. */
  public Places {
    found = List.copyOf(found);
    blocked = List.copyOf(blocked);
  }

  /** Says of every place that was in the way that it is no map, and gives the places found. */
  public List<Place> orReport(Resource item, Call call) {
    for (Place place : blocked) {
      report(place, "a map or a list", item, call);
    }
    return found;
  }

  /** An error result for a place that holds something else than what fits. */
  public static void report(Place place, String expected, Resource item, Call call) {
    Node node = place.node();
    String path = place.path().toString();
    String message = path + ": " + shown(node) + " (expected: " + expected + ")";
    call.result(Result.error(message).on(item).at(path, node));
  }

  private static String shown(@Nullable Node node) {
    if (node == null) {
      return "nothing";
    }
    return switch (node.type()) {
      case MAP -> "a map";
      case LIST -> "a list";
      case STRING -> '"' + node.text() + '"';
      case INTEGER, FLOAT, BOOLEAN, NULL -> node.text();
    };
  }
}
