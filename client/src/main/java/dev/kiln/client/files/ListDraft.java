package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Edit;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Path;
import dev.kiln.yaml.Style;
import dev.kiln.yaml.Yaml;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the document of a List is to be: the same with other items in it. */
final class ListDraft {
  private static final Path ITEMS = Path.keys("items");

  private final Part.Listed list;
  private final List<Node> nodes;

  /** What the list is to have: the place that each item has now, -1 for a new one. */
  private final List<Integer> from = new ArrayList<>();

  private final List<Node> wanted = new ArrayList<>();

  ListDraft(Part.Listed list, List<PlacedItem> placed) {
    this.list = list;
    var items = list.root().at("items");
    this.nodes = items == null ? new ArrayList<>() : new ArrayList<>(items.items());
    for (var item : placed) {
      add(item);
    }
    addForeign();
  }

  private void add(PlacedItem item) {
    int place = item.origin() == null ? -1 : list.items().indexOf(item.origin());
    boolean first = place >= 0 && !from.contains(place);
    from.add(first ? place : -1);
    wanted.add(item.resource().node());
    if (first) {
      nodes.set(place, node(list.items().get(place).resource(), item.resource()));
    }
  }

  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing gives the very resource
  private static Node node(Resource before, Resource after) {
    return before == after ? before.node() : after.node();
  }

  /** What is no resource stays behind what it stood behind. */
  private void addForeign() {
    for (int place = 0; place < nodes.size(); place++) {
      if (list.items().get(place) == null) {
        int at = from.indexOf(place - 1) + 1;
        from.add(at, place);
        wanted.add(at, nodes.get(place));
      }
    }
  }

  byte[] text() {
    byte[] exchanged = list.root().bytes(ITEMS, nodes);
    if (isInPlace()) {
      return exchanged;
    }
    Node root = Yaml.parse(exchanged);
    return root.edit(
            e -> {
              if (nodes.isEmpty() && root.style() == Style.BLOCK) {
                e.set(ITEMS, null);
                wanted.forEach(node -> e.append(ITEMS, node));
              } else {
                move(e);
              }
            })
        .bytes();
  }

  private boolean isInPlace() {
    for (int i = 0; i < from.size(); i++) {
      if (from.get(i) != i) {
        return false;
      }
    }
    return from.size() == nodes.size();
  }

  /** Deletes, reorders, then inserts: each step counts with the last. */
  private void move(Edit e) {
    int[] order = from.stream().filter(place -> place >= 0).mapToInt(place -> place).toArray();
    int[] left = order.clone();
    Arrays.sort(left);
    for (int place = nodes.size() - 1; place >= 0; place--) {
      if (Arrays.binarySearch(left, place) < 0) {
        e.remove(ITEMS.index(place));
      }
    }
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
}
