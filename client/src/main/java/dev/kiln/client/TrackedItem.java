package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
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
    ResourceList list = ListText.of(read, true);
    var items = new ArrayList<TrackedItem>(read.size());
    for (int i = 0; i < read.size(); i++) {
      PackageItem origin = read.get(i);
      Resource first = list.items().get(i);
      items.add(new TrackedItem("" + (i + 1), origin.path(), origin.index(), first, first, origin));
    }
    return items;
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
    Resource text = text(InternalAnnotations::contains);
    return new PlacedItem(path, index, source == null ? text : cleared(text, source), source);
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
    return text(InternalAnnotations.ID::is);
  }

  @SuppressWarnings("ReferenceEquality") // an untouched item need not be compared
  private Resource text(Predicate<String> ours) {
    if (source == null || given == null) {
      return ItemAnnotations.remove(resource, ours);
    }
    return given == resource || given.isLike(resource)
        ? source.resource()
        : source.resource().likened(resource, ours);
  }
}
