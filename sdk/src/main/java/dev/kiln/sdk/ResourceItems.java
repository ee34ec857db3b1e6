package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A list's items: views on its text that are made when first asked for, and kept. */
final class ResourceItems extends AbstractList<Resource> implements RandomAccess {
  /** What the list had when it was read. */
  private final List<Node> read;

  private final ScopeLookup scopes = new ScopeLookup(this);

  /** Filled by whichever thread asks first; several would make the same. */
  private final @Nullable Resource[] made;

  private ResourceItems(List<Node> read, @Nullable Resource[] made) {
    this.read = read;
    this.made = made;
  }

  static ResourceItems of(List<Node> read) {
    return new ResourceItems(read, new @Nullable Resource[read.size()]);
  }

  /**
   * Others in their stead, which see each other's definitions.
   *
   * @param others not to be changed afterwards
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

  /** What there was when the list was read. */
  List<Node> asRead() {
    return read;
  }

  /** How many there were when the list was read. */
  int read() {
    return read.size();
  }

  /** The number that the item at {@code i} had when the list was read, -1 if it was not in it. */
  @SuppressWarnings("ReferenceEquality") // the very list: another may have equal items
  int number(int i) {
    Resource item = made[i];
    if (item == null) {
      return i;
    }
    return item.place().list() == read ? item.place().number() : -1;
  }

  /** Whether the item at {@code i} is as it was read, given that it was. */
  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing gives the very node
  boolean isAsRead(int i) {
    Resource item = made[i];
    return item == null || item.node() == read.get(item.place().number());
  }

  /** What stands at {@code i}, without making a view of it. */
  Node node(int i) {
    Resource item = made[i];
    return item == null ? read.get(i) : item.node();
  }
}
