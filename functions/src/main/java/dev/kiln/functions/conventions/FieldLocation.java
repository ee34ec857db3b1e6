package dev.kiln.functions.conventions;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One place in an item.
 *
 * @param path where it is
 * @param node what stands there; null where nothing does yet
 */
public record FieldLocation(Path path, @Nullable Node node) {
  /** Whether a scalar stands here, whatever its type; null is not one. */
  public boolean isScalar() {
    return node != null && node.isScalar() && !node.isNull();
  }

  /** The text of the scalar that stands here. */
  public String text() {
    return Objects.requireNonNull(node).text();
  }

  /** The items of the list that stands here; this place itself where there is no list. */
  public List<FieldLocation> itemsOrSelf() {
    if (node == null || !node.isList()) {
      return List.of(this);
    }
    var places = new ArrayList<FieldLocation>();
    for (Node item : node.items()) {
      places.add(new FieldLocation(path.index(places.size()), item));
    }
    return places;
  }

  /** Whether nothing stands here, or null. */
  public boolean isEmpty() {
    return node == null || node.isNull();
  }

  /** Gives an error result: what stands here is not what fits. */
  public void reportMismatch(String expected, Resource item, Call call) {
    String message = path + ": " + shown(node) + " (expected: " + expected + ")";
    call.result(Result.error(message).on(item).at(path.toString(), node));
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
