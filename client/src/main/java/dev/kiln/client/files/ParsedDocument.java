package dev.kiln.client.files;

import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A document of a file, by its content. */
sealed interface ParsedDocument {
  Document document();

  /** One resource. */
  record SingleItem(Document document, PackageItem item) implements ParsedDocument {}

  /**
   * A List of resources.
   *
   * @param items null where the list has something that is not a resource, which stays
   */
  record ItemList(Document document, Node root, List<@Nullable PackageItem> items)
      implements ParsedDocument {}

  /**
   * A document without resources.
   *
   * @param blank whether it is empty or has only comments
   */
  record NoItems(Document document, boolean blank) implements ParsedDocument {}
}
