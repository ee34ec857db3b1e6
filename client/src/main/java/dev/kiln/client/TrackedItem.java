package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.ParallelFor;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item between two functions.
 *
 * @param path the file it belongs to; empty if unknown
 * @param index its position there; {@link PlacedItem#END} if unknown
 * @param resource the item, with annotations that say the same
 * @param given the item as the first function got it; null if a function created it
 * @param source the item as it was read; null if a function created it
 */
record TrackedItem(
    String id,
    String path,
    int index,
    Resource resource,
    @Nullable Resource given,
    @Nullable PackageItem source) {

  /** Returns the items of a package. */
  static List<TrackedItem> read(List<PackageItem> read) {
    var items = new TrackedItem[read.size()];
    ParallelFor.each(items.length, i -> items[i] = read(read.get(i), Integer.toString(i + 1)));
    return List.of(items);
  }

  private static TrackedItem read(PackageItem origin, String id) {
    Map<String, String> marks = ItemAnnotations.of(origin.path(), origin.index(), id);
    Resource first = AnnotatedText.with(origin.resource(), marks);
    return new TrackedItem(id, origin.path(), origin.index(), first, first, origin);
  }

  /** Returns the items of a list, whose annotations name their places. */
  static List<TrackedItem> given(ResourceList list) {
    var items = new ArrayList<TrackedItem>(list.items().size());
    for (PackageItem origin : PackageSource.items(list)) {
      String id = "" + (items.size() + 1);
      Resource first = ItemAnnotations.set(origin.resource(), origin.path(), origin.index(), id);
      items.add(new TrackedItem(id, origin.path(), origin.index(), first, first, origin));
    }
    return items;
  }

  /** Returns the same item, in the same place, with other fields. */
  TrackedItem with(Resource changed) {
    return new TrackedItem(id, path, index, changed, given, source);
  }

  /** Returns the item to write to disk. */
  PlacedItem placed() {
    return new PlacedItem(path, index, onDisk(), source);
  }

  private Resource onDisk() {
    if (source == null || given == null) {
      return ItemAnnotations.remove(resource, InternalAnnotations::contains);
    }
    if (isUnchanged(given)) {
      return source.resource();
    }
    Resource cut =
        AnnotatedText.without(
            resource, given, source.resource(), ItemAnnotations.of(path, index, id));
    return cut == null
        ? cleared(source.resource().withContentOf(resource, InternalAnnotations::contains), source)
        : cut;
  }

  /**
   * Removes annotations that somebody left on disk, but only if the document is rewritten anyway.
   */
  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing returns the same instance
  static Resource cleared(Resource text, PackageItem origin) {
    return text == origin.resource()
        ? text
        : ItemAnnotations.remove(text, InternalAnnotations::contains);
  }

  /** Returns the item to write to a list. */
  Resource listed() {
    if (source == null || given == null) {
      return ItemAnnotations.remove(resource, InternalAnnotations.ID::is);
    }
    return isUnchanged(given)
        ? source.resource()
        : source.resource().withContentOf(resource, InternalAnnotations.ID::is);
  }

  @SuppressWarnings("ReferenceEquality") // an untouched item need not be compared
  private boolean isUnchanged(Resource first) {
    return first == resource || first.hasSameContentAs(resource);
  }
}
