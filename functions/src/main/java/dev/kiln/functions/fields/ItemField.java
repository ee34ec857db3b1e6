package dev.kiln.functions.fields;

import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayDeque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A value in an item, and the path to it. The path is built only when asked for. */
public final class ItemField {
  private final @Nullable ItemField parent;
  private final @Nullable String key;
  private final int index;
  private final Node node;

  private ItemField(@Nullable ItemField parent, @Nullable String key, int index, Node node) {
    this.parent = parent;
    this.key = key;
    this.index = index;
    this.node = node;
  }

  public static ItemField root(Node node) {
    return new ItemField(null, null, 0, node);
  }

  public ItemField entry(String name, Node value) {
    return new ItemField(this, name, 0, value);
  }

  public ItemField item(int at, Node value) {
    return new ItemField(this, null, at, value);
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
    return key != null && node.isList();
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
    Path path = Path.keys();
    for (ItemField at : fromRoot()) {
      path = at.key == null ? path.index(at.index) : path.key(at.key);
    }
    return path;
  }

  /**
   * Returns the keys joined by dots, even if keys contain dots: {@code spec.containers[0].image}.
   */
  public String dotted() {
    var text = new StringBuilder();
    for (ItemField at : fromRoot()) {
      if (at.key == null) {
        text.append('[').append(at.index).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(at.key);
      }
    }
    return text.toString();
  }

  private Iterable<ItemField> fromRoot() {
    var way = new ArrayDeque<ItemField>();
    for (ItemField at = this; at.parent != null; at = at.parent) {
      way.push(at);
    }
    return way;
  }
}
