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
 * A place in an item.
 *
 * @param path the path to the place
 * @param node the node at that place; null if there is none yet
 */
public record FieldLocation(Path path, @Nullable Node node) {
  /** Whether the node is a scalar of any type; null is not a scalar. */
  public boolean isScalar() {
    return node != null && node.isScalar() && !node.isNull();
  }

  /** Returns the text of the scalar. */
  public String text() {
    return Objects.requireNonNull(node).text();
  }

  /** Returns the items if the node is a list, else this place itself. */
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

  /** Whether there is no node, or the node is null. */
  public boolean isEmpty() {
    return node == null || node.isNull();
  }

  /** Reports an error result: the node is not of the expected form. */
  public void reportMismatch(String expected, Resource item, Call call) {
    String message = path + ": " + describe(node) + " (expected: " + expected + ")";
    call.result(Result.error(message).on(item).at(path.toString(), node));
  }

  private static String describe(@Nullable Node node) {
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
