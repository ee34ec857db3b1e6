package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** The items of a list. Each is a view of the list's text, made on first access and then kept. */
final class ResourceItems extends AbstractList<Resource> implements RandomAccess {
  /** The items that the list had when it was read. */
  private final List<Node> originalItems;

  private final ScopeLookup scopes = new ScopeLookup(this);

  /** Filled by the first thread that asks. Several threads would store equal resources. */
  private final @Nullable Resource[] resources;

  private ResourceItems(List<Node> originalItems, @Nullable Resource[] resources) {
    this.originalItems = originalItems;
    this.resources = resources;
  }

  static ResourceItems of(List<Node> originalItems) {
    return new ResourceItems(originalItems, new @Nullable Resource[originalItems.size()]);
  }

  /**
   * Returns a list with other items, which see each other's definitions.
   *
   * @param others must not be changed afterwards
   */
  ResourceItems withResources(@Nullable Resource[] others) {
    return new ResourceItems(originalItems, others);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the scopes of this very list
  public Resource get(int i) {
    CallInterrupted.check(); // functions go through the items more than once
    Resource item = resources[i];
    if (item == null) {
      Resource before = i == 0 ? null : resources[i - 1];
      ObjectIdentity like = before == null ? null : before.knownIdentity();
      var origin = new ResourceOrigin(originalItems, i, scopes);
      item = new Resource(originalItems.get(i), origin, like);
      resources[i] = item;
    } else if (item.origin().scopes() != scopes) {
      item = item.withOrigin(item.origin().withScopes(scopes));
      resources[i] = item;
    }
    return item;
  }

  @Override
  public int size() {
    return resources.length;
  }

  /** The items that the list had when it was read. */
  List<Node> originalItems() {
    return originalItems;
  }

  /** The number of items that the list had when it was read. */
  int originalCount() {
    return originalItems.size();
  }

  /**
   * The position that the item at {@code i} had when the list was read; -1 if it was not in the
   * list.
   */
  @SuppressWarnings("ReferenceEquality") // the same list: another may have equal items
  int originalPosition(int i) {
    Resource item = resources[i];
    if (item == null) {
      return i;
    }
    return item.origin().listItems() == originalItems ? item.origin().position() : -1;
  }

  /** Whether the item at {@code i}, which must be an item that was read, is unchanged. */
  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing returns the same node
  boolean isUnchanged(int i) {
    Resource item = resources[i];
    return item == null || item.node() == originalItems.get(item.origin().position());
  }

  /** The node at {@code i}, without making a view of it. */
  Node node(int i) {
    Resource item = resources[i];
    return item == null ? originalItems.get(i) : item.node();
  }
}
