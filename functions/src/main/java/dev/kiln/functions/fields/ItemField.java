package dev.kiln.functions.fields;

import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A value in an item, and the path to it. The path is built only when asked for. */
public final class ItemField {
  private static final int ENTRY = -1;

  private final @Nullable ItemField parent;

  /** The position in the list, or {@link #ENTRY}. */
  private final int index;

  private final Node node;

  private ItemField(@Nullable ItemField parent, int index, Node node) {
    this.parent = parent;
    this.index = index;
    this.node = node;
  }

  public static ItemField root(Node node) {
    return new ItemField(null, 0, node);
  }

  /** The field with one of the {@linkplain Node#values values} of a map. */
  public ItemField entry(Node value) {
    return new ItemField(this, ENTRY, value);
  }

  public ItemField item(int at, Node value) {
    return new ItemField(this, at, value);
  }

  public Node node() {
    return node;
  }

  /**
   * Returns the comment after the value, or after the key of a block list; empty if there is none.
   */
  public String lineComment() {
    return lineComment(node);
  }

  static String lineComment(Node node) {
    return node.comment(Comment.LINE).orElse("").strip();
  }

  /** Whether the value is a list under a key of a map. */
  public boolean isNamedList() {
    return index == ENTRY && node.isList();
  }

  public boolean isInside(Set<ItemField> others) {
    for (ItemField at = parent; at != null; at = at.parent) {
      if (others.contains(at)) {
        return true;
      }
    }
    return false;
  }

  public Path path() {
    var steps = new ArrayList<Path.Step>();
    for (ItemField at = this; at.parent != null; at = at.parent) {
      steps.add(at.index == ENTRY ? new Path.Step.Key(at.name()) : new Path.Step.Index(at.index));
    }
    return Path.of(steps.reversed());
  }

  /**
   * Returns the keys joined by dots, even if keys contain dots: {@code spec.containers[0].image}.
   */
  public String dotted() {
    var text = new StringBuilder();
    for (ItemField at : fromRoot()) {
      if (at.index == ENTRY) {
        text.append(text.isEmpty() ? "" : ".").append(at.name());
      } else {
        text.append('[').append(at.index).append(']');
      }
    }
    return text.toString();
  }

  private String name() {
    return new Entry(node.key().orElseThrow(), node).name();
  }

  private Iterable<ItemField> fromRoot() {
    var way = new ArrayDeque<ItemField>();
    for (ItemField at = this; at.parent != null; at = at.parent) {
      way.push(at);
    }
    return way;
  }
}
