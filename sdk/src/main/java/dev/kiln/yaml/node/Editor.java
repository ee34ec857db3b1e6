package dev.kiln.yaml.node;

import java.util.List;
import java.util.function.Consumer;

/** Makes new texts from old ones. A {@link Node} calls it for every change. */
public interface Editor {
  /** The source with one of its trees changed; the same source if nothing changes. */
  YamlSource edit(YamlSource source, int root, Consumer<Edit> edits);

  /** The source with other bytes in one place of its text. */
  YamlSource replaceText(YamlSource source, int from, int to, byte[] replacement);

  /** The text of a tree in which one list has other items. */
  byte[] withItems(Node root, Path list, List<Node> items);

  /** The text of a tree as a document of its own. */
  byte[] document(Node node);
}
