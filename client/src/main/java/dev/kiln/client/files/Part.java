package dev.kiln.client.files;

import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A document of a file by what is in it. */
sealed interface Part {
  Document document();

  /** One resource. */
  record Alone(Document document, PackageItem item) implements Part {}

  /**
   * A List of resources.
   *
   * @param items null where the list has something else, which stays
   */
  record Listed(Document document, Node root, List<@Nullable PackageItem> items) implements Part {}

  /**
   * Nothing of ours.
   *
   * @param blank whether it is nothing at all, or comments
   */
  record Inert(Document document, boolean blank) implements Part {}
}
