package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An item between two functions.
 *
 * @param path the file it belongs to; empty if nobody said
 * @param index its place there, {@link PlacedItem#END} if nobody said
 * @param resource with the marks that say the same
 * @param first as the first function got it; null for one that a function made
 * @param origin as it came; null for one that a function made
 */
record Item(
    String id,
    String path,
    int index,
    Resource resource,
    @Nullable Resource first,
    @Nullable PackageItem origin) {

  /** Those of a package. */
  static List<Item> read(List<PackageItem> read) {
    ResourceList list = ListText.of(read, true);
    var items = new ArrayList<Item>(read.size());
    for (int i = 0; i < read.size(); i++) {
      PackageItem origin = read.get(i);
      Resource first = list.items().get(i);
      items.add(new Item("" + (i + 1), origin.path(), origin.index(), first, first, origin));
    }
    return items;
  }

  /** Those of a list, which know themselves where they belong. */
  static List<Item> given(ResourceList list) {
    var items = new ArrayList<Item>(list.items().size());
    for (PackageItem origin : Source.items(list)) {
      String id = "" + (items.size() + 1);
      Resource first = Marks.set(origin.resource(), origin.path(), origin.index(), id);
      items.add(new Item(id, origin.path(), origin.index(), first, first, origin));
    }
    return items;
  }

  /** What is to be on disk. */
  PlacedItem placed() {
    Resource text = text(Marks::isOne);
    return new PlacedItem(path, index, origin == null ? text : cleared(text, origin), origin);
  }

  /** Without the marks that somebody left on disk, if its document is written anew anyway. */
  @SuppressWarnings("ReferenceEquality") // what likening gives if nothing changes
  static Resource cleared(Resource text, PackageItem origin) {
    return text == origin.resource() ? text : Marks.removed(text, Marks::isOne);
  }

  /** What is to be in a list. */
  Resource listed() {
    return text(Marks.ID::is);
  }

  @SuppressWarnings("ReferenceEquality") // what was never touched need not be compared
  private Resource text(Predicate<String> ours) {
    if (origin == null || first == null) {
      return Marks.removed(resource, ours);
    }
    return first == resource || first.isLike(resource)
        ? origin.resource()
        : origin.resource().likened(resource, ours);
  }
}
