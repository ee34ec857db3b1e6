package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import org.jspecify.annotations.Nullable;

/**
 * An item and where it is to be written.
 *
 * @param path the path of its file, relative to the package's root, with slashes
 * @param index its wanted position among the items of that file; {@link #END} puts it last
 * @param resource the item; an unchanged item has the same instance as {@code origin}, and a
 *     changed item has the result of an edit of that instance, so that only the changed lines
 *     differ
 * @param origin the item of the same folder that it was made from; null for a new one
 */
public record PlacedItem(String path, int index, Resource resource, @Nullable PackageItem origin) {
  /** The index of an item that comes after all others. */
  public static final int END = -1;

  /** Returns an item that keeps its content and place. */
  public static PlacedItem unchanged(PackageItem item) {
    return new PlacedItem(item.path(), item.index(), item.resource(), item);
  }

  /** Returns a new item at the end of a file. The file is created if it is missing. */
  public static PlacedItem created(String path, Resource resource) {
    return new PlacedItem(path, END, resource, null);
  }
}
