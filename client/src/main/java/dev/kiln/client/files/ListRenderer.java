package dev.kiln.client.files;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** Renders the document of a List with the items that it is to have. */
final class ListRenderer {
  private static final Path ITEMS = Path.keys("items");

  private final ParsedDocument.ItemList list;
  private final List<Node> nodes;

  /** The items that the list is to have, each by its present position; -1 for a new one. */
  private final List<Integer> from = new ArrayList<>();

  private final List<Node> wanted = new ArrayList<>();
  private final List<Optional<String>> comments = new ArrayList<>();

  ListRenderer(ParsedDocument.ItemList list, List<PlacedItem> placed) {
    this.list = list;
    var items = list.root().at("items");
    this.nodes = items == null ? new ArrayList<>() : new ArrayList<>(items.items());
    var places = new IdentityHashMap<PackageItem, Integer>();
    for (int place = 0; place < nodes.size(); place++) {
      var item = list.items().get(place);
      if (item != null) {
        places.put(item, place);
      }
    }
    for (var item : placed) {
      var place = item.origin() == null ? null : places.remove(item.origin());
      add(item, place == null ? -1 : place);
    }
    addForeign();
  }

  private void add(PlacedItem item, int place) {
    from.add(place);
    wanted.add(item.resource().node());
    comments.add(place < 0 ? ResourceText.comment(item) : Optional.empty());
    if (place >= 0) {
      nodes.set(place, item.resource().node());
    }
  }

  /** Keeps each node that is not a resource after the node that it followed. */
  private void addForeign() {
    for (int place = 0; place < nodes.size(); place++) {
      if (list.items().get(place) == null) {
        int at = from.indexOf(place - 1) + 1;
        from.add(at, place);
        wanted.add(at, nodes.get(place));
        comments.add(at, Optional.empty());
      }
    }
  }

  byte[] text() {
    byte[] exchanged = list.root().bytes(ITEMS, nodes);
    if (isInPlace()) {
      return exchanged;
    }
    Node root = Yaml.parse(exchanged);
    if (from.stream().allMatch(place -> place < 0)) {
      root = root.edit(this::append).edit(e -> remove(e, new int[0]));
    } else {
      root = root.edit(this::move);
    }
    return root.edit(this::comment).bytes();
  }

  private boolean isInPlace() {
    for (int i = 0; i < from.size(); i++) {
      if (from.get(i) != i) {
        return false;
      }
    }
    return from.size() == nodes.size();
  }

  /**
   * Appends the new items after those that are deleted later. A deleted item takes its comments
   * along only while other items exist.
   */
  private void append(Edit e) {
    if (nodes.isEmpty() && list.root().style() == Style.BLOCK) {
      e.set(ITEMS, null);
    }
    wanted.forEach(node -> e.append(ITEMS, node));
  }

  private void remove(Edit e, int[] left) {
    for (int place = nodes.size() - 1; place >= 0; place--) {
      if (Arrays.binarySearch(left, place) < 0) {
        e.remove(ITEMS.index(place));
      }
    }
  }

  /** Deletes, reorders, then inserts. Each step uses the positions that the step before left. */
  private void move(Edit e) {
    int[] order = from.stream().filter(place -> place >= 0).mapToInt(place -> place).toArray();
    int[] left = order.clone();
    Arrays.sort(left);
    remove(e, left);
    if (!Arrays.equals(order, left)) {
      e.reorder(
          ITEMS, Arrays.stream(order).mapToObj(place -> Arrays.binarySearch(left, place)).toList());
    }
    for (int i = 0; i < from.size(); i++) {
      if (from.get(i) < 0) {
        e.insert(ITEMS, i, wanted.get(i));
      }
    }
  }

  private void comment(Edit e) {
    for (int i = 0; i < from.size(); i++) {
      int place = i;
      if (from.get(i) < 0 && list.root().style() == Style.BLOCK) {
        comments.get(i).ifPresent(text -> e.comment(ITEMS.index(place), Comment.HEAD, text));
      }
    }
  }
}
