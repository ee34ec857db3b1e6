package dev.kiln.client.files;

import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.node.Node;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why something cannot be an item.
 *
 * @param found what is wrong, for people
 * @param expected what would do
 * @param at where
 */
public record ItemProblem(String found, String expected, Node at) {
  private static final String RESOURCE = "a resource, with apiVersion and kind";
  private static final String MAP = "a map";

  /** What is wrong with it, whichever it is. */
  public static Optional<ItemProblem> find(Node item) {
    ItemProblem problem = findTypeProblem(item);
    return Optional.ofNullable(problem == null ? findMetadataProblem(item) : problem);
  }

  /** What makes it something else than a resource, which others may have put there; or null. */
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

  /** What makes it a broken resource, on which nobody can set an annotation; or null. */
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
   * The error that says so.
   *
   * @param which the item, for people
   */
  public BadInput toBadInput(String which) {
    return new BadInput(which, found, expected, at);
  }

  @Override
  public String toString() {
    return found + " (fits: " + expected + ")";
  }
}
