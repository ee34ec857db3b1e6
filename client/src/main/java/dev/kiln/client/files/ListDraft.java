package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Comment;
import dev.kiln.yaml.Edit;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Path;
import dev.kiln.yaml.Style;
import dev.kiln.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the document of a List is to be: the same with other items in it. */
final class ListDraft {
  private static final Path ITEMS = Path.keys("items");

  private final Part.Listed list;
  private final List<Node> nodes;

  /** What the list is to have: the place that each item has now, -1 for a new one. */
  private final List<Integer> from = new ArrayList<>();

  private final List<Node> wanted = new ArrayList<>();
  private final List<Optional<String>> comments = new ArrayList<>();

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
    comments.add(ResourceText.comment(item));
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
      root = root.edit(this::append).edit(e -> remove(e, List.of()));
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

  /** Behind those that are to go: they take their comments along while others are there. */
  private void append(Edit e) {
    if (nodes.isEmpty() && list.root().style() == Style.BLOCK) {
      e.set(ITEMS, null);
    }
    wanted.forEach(node -> e.append(ITEMS, node));
  }

  private void remove(Edit e, List<Integer> left) {
    for (int place = nodes.size() - 1; place >= 0; place--) {
      if (!left.contains(place)) {
        e.remove(ITEMS.index(place));
      }
    }
  }

  /** Deletes, reorders, then inserts: each step counts with the last. */
  private void move(Edit e) {
    var order = from.stream().filter(place -> place >= 0).toList();
    var left = order.stream().sorted().toList();
    remove(e, left);
    if (!order.equals(left)) {
      e.reorder(ITEMS, order.stream().map(left::indexOf).toList());
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
