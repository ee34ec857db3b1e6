package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** The items of a list. Each is a view of the list's text, made on first access and then kept. */
final class ResourceItems extends AbstractList<Resource> implements RandomAccess {
  /** The items that the list had when it was read. */
  private final List<Node> read;

  private final ScopeLookup scopes = new ScopeLookup(this);

  /** Filled by the first thread that asks. Several threads would store equal resources. */
  private final @Nullable Resource[] made;

  private ResourceItems(List<Node> read, @Nullable Resource[] made) {
    this.read = read;
    this.made = made;
  }

  static ResourceItems of(List<Node> read) {
    return new ResourceItems(read, new @Nullable Resource[read.size()]);
  }

  /**
   * Returns a list with other items, which see each other's definitions.
   *
   * @param others must not be changed afterwards
   */
  ResourceItems replacedBy(@Nullable Resource[] others) {
    return new ResourceItems(read, others);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the scopes of this very list
  public Resource get(int i) {
    Resource item = made[i];
    if (item == null) {
      item = new Resource(read.get(i), new ResourceOrigin(read, i, scopes));
      made[i] = item;
    } else if (item.place().scopes() != scopes) {
      item = item.at(item.place().with(scopes));
      made[i] = item;
    }
    return item;
  }

  @Override
  public int size() {
    return made.length;
  }

  /** The items that the list had when it was read. */
  List<Node> asRead() {
    return read;
  }

  /** The number of items that the list had when it was read. */
  int read() {
    return read.size();
  }

  /**
   * The position that the item at {@code i} had when the list was read; -1 if it was not in the
   * list.
   */
  @SuppressWarnings("ReferenceEquality") // the same list: another may have equal items
  int number(int i) {
    Resource item = made[i];
    if (item == null) {
      return i;
    }
    return item.place().list() == read ? item.place().number() : -1;
  }

  /** Whether the item at {@code i}, which must be an item that was read, is unchanged. */
  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing returns the same node
  boolean isAsRead(int i) {
    Resource item = made[i];
    return item == null || item.node() == read.get(item.place().number());
  }

  /** The node at {@code i}, without making a view of it. */
  Node node(int i) {
    Resource item = made[i];
    return item == null ? read.get(i) : item.node();
  }
}
