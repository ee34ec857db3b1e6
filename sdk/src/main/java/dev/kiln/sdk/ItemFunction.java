package dev.kiln.sdk;

/**
 * A function that looks at one item at a time. An exception names the item for free.
 *
 * <p>To add or to delete items, or to look at several at once, be a {@link KrmFunction}.
 */
@FunctionalInterface
public interface ItemFunction extends KrmFunction {
  /** Gives the item as it should be: {@code item} itself if there is nothing to do. */
  Resource apply(Resource item, Call call);

  @Override
  @SuppressWarnings(
      "FunctionalInterfaceMethodChanged") // a lambda on items is meant to be one on lists
  default ResourceList apply(ResourceList in, Call call) {
    return in.mapItems(item -> apply(item, call));
  }
}
