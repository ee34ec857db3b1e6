package dev.kiln.functions.fields;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Visits the scalars of an item in document order. The lists under the keys of a map come before
 * the map's scalars.
 *
 * <p>Keys and comments are not fields. The annotations in which an orchestrator stores the origin
 * of the item are not fields either, because a function that rewrote them would move files.
 */
public final class FieldWalker {
  private final Consumer<ItemField> visitor;
  private final ArrayDeque<ItemField> pending =
      new ArrayDeque<>(); // not the call stack: items may be deep

  private FieldWalker(Consumer<ItemField> visitor) {
    this.visitor = visitor;
  }

  public static void visit(Resource item, Consumer<ItemField> visitor) {
    new FieldWalker(visitor).visit(ItemField.root(item.node()));
  }

  private void visit(ItemField root) {
    pending.push(root);
    while (!pending.isEmpty()) {
      CallInterrupted.check();
      ItemField field = pending.pop();
      Node node = field.node();
      if (node.isMap()) {
        List<ItemField> entries = entries(field);
        for (ItemField entry : entries) {
          if (entry.isNamedList()) {
            visitor.accept(entry);
          }
        }
        push(entries);
      } else if (node.isList()) {
        push(items(field));
      } else {
        visitor.accept(field);
      }
    }
  }

  /** Pushes fields so that the first one is popped first. */
  private void push(List<ItemField> fields) {
    for (int i = fields.size() - 1; i >= 0; i--) {
      pending.push(fields.get(i));
    }
  }

  private static List<ItemField> entries(ItemField map) {
    List<Node> values = map.node().values();
    var entries = new ArrayList<ItemField>(values.size());
    for (Node value : values) {
      if (!InternalAnnotations.contains(
          value.key().orElseThrow())) { // at any depth, because nothing else has such a name
        entries.add(map.entry(value));
      }
    }
    return entries;
  }

  private static List<ItemField> items(ItemField list) {
    var items = new ArrayList<ItemField>();
    for (Node item : list.node().items()) {
      items.add(list.item(items.size(), item));
    }
    return items;
  }
}
