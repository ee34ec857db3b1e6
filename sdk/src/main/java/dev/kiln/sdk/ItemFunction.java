package dev.kiln.sdk;

/**
 * A function that changes one item at a time. If it throws, the message names the item.
 *
 * <p>Implement {@link KrmFunction} instead to add or delete items, or to look at several at once.
 */
@FunctionalInterface
public interface ItemFunction extends KrmFunction {
  /** Returns the changed item, or {@code item} itself if there is nothing to do. */
  Resource apply(Resource item, Call call);

  @Override
  @SuppressWarnings(
      "FunctionalInterfaceMethodChanged") // a lambda on items is meant to be one on lists
  default ResourceList apply(ResourceList in, Call call) {
    return in.mapItems(item -> apply(item, call));
  }
}
