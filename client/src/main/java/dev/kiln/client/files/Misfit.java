package dev.kiln.client.files;

import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.node.Node;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why something cannot be an item.
 *
 * @param found what is wrong, for people
 * @param fits what would do
 * @param at where
 */
public record Misfit(String found, String fits, Node at) {
  private static final String RESOURCE = "a resource, with apiVersion and kind";
  private static final String MAP = "a map";

  /** What is wrong with it, whichever it is. */
  public static Optional<Misfit> of(Node item) {
    Misfit misfit = ofType(item);
    return Optional.ofNullable(misfit == null ? ofMetadata(item) : misfit);
  }

  /** What makes it something else than a resource, which others may have put there; or null. */
  static @Nullable Misfit ofType(Node item) {
    if (!item.isMap()) {
      return new Misfit("no object", RESOURCE, item);
    }
    if (!isText(item.at("apiVersion"))) {
      return new Misfit("no apiVersion", RESOURCE, item);
    }
    return isText(item.at("kind")) ? null : new Misfit("no kind", RESOURCE, item);
  }

  static boolean isText(@Nullable Node node) {
    return node != null && node.isString() && !node.text().isBlank();
  }

  /** What makes it a broken resource, on which nobody can set an annotation; or null. */
  static @Nullable Misfit ofMetadata(Node item) {
    Node metadata = item.at("metadata");
    if (metadata == null || metadata.isNull()) {
      return null;
    }
    if (!metadata.isMap()) {
      return new Misfit("metadata is no map", MAP, metadata);
    }
    Node annotations = metadata.at("annotations");
    return annotations == null || annotations.isNull() || annotations.isMap()
        ? null
        : new Misfit("metadata.annotations is no map", MAP, annotations);
  }

  /**
   * The error that says so.
   *
   * @param which the item, for people
   */
  public BadInput in(String which) {
    return new BadInput(which, found, fits, at);
  }

  @Override
  public String toString() {
    return found + " (fits: " + fits + ")";
  }
}
