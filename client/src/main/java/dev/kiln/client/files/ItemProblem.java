package dev.kiln.client.files;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why something cannot be an item.
 *
 * @param found the problem, for people
 * @param expected what would be valid
 * @param at the node with the problem
 */
public record ItemProblem(String found, String expected, Node at) {
  private static final String RESOURCE = "a resource, with apiVersion and kind";
  private static final String MAP = "a map";

  /** Finds the problem of an item, of either kind. */
  public static Optional<ItemProblem> find(Resource item) {
    ItemProblem problem = findTypeProblem(item.node());
    return Optional.ofNullable(problem == null ? findMetadataProblem(item.node()) : problem);
  }

  /**
   * Returns why the node is not a resource, or null. Other tools may have put such a node there.
   */
  static @Nullable ItemProblem findTypeProblem(Node item) {
    if (!item.isMap()) {
      return new ItemProblem("no object", RESOURCE, item);
    }
    if (!isText(item.at("apiVersion"))) {
      return new ItemProblem("no apiVersion", RESOURCE, item);
    }
    return isText(item.at("kind")) ? null : new ItemProblem("no kind", RESOURCE, item);
  }

  static boolean isText(@Nullable Node node) {
    return node != null && node.isString() && !node.text().isBlank();
  }

  /** Returns why the resource is so broken that no annotation can be set on it, or null. */
  static @Nullable ItemProblem findMetadataProblem(Node item) {
    Node metadata = item.at("metadata");
    if (metadata == null || metadata.isNull()) {
      return null;
    }
    if (!metadata.isMap()) {
      return new ItemProblem("metadata is no map", MAP, metadata);
    }
    Node annotations = metadata.at("annotations");
    return annotations == null || annotations.isNull() || annotations.isMap()
        ? null
        : new ItemProblem("metadata.annotations is no map", MAP, annotations);
  }

  /**
   * Converts the problem to an error.
   *
   * @param which the item, for people
   */
  public BadInput toBadInput(String which) {
    return new BadInput(which, found, expected, at);
  }

  @Override
  public String toString() {
    return found + " (expected: " + expected + ")";
  }
}
