package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import org.jspecify.annotations.Nullable;

/**
 * An item and where it is to be.
 *
 * @param path of its file, relative to the package's root, with slashes
 * @param index its wanted position among the items of that file, {@link #END} to come last
 * @param resource the item; if it is unchanged the very resource of {@code origin}, if it changed
 *     what an edit made of that, so that only the changed lines differ
 * @param origin the item of the same folder that it was made of; null for a new one
 */
public record PlacedItem(String path, int index, Resource resource, @Nullable PackageItem origin) {
  /** The index of what is to come behind all others. */
  public static final int END = -1;

  /** An item that stays as and where it is. */
  public static PlacedItem unchanged(PackageItem item) {
    return new PlacedItem(item.path(), item.index(), item.resource(), item);
  }

  /** A new item at the end of a file, which is made if it is missing. */
  public static PlacedItem created(String path, Resource resource) {
    return new PlacedItem(path, END, resource, null);
  }
}
