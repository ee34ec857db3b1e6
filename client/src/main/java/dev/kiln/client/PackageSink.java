package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A list that is written into a package. The existing items are edited until they mean what the
 * list says, so that only differences are written.
 *
 * @param placed the items of the list, and where they are to be written
 * @param others the items of the package that are not in the list
 */
public record PackageSink(List<PlacedItem> placed, List<PackageItem> others) {
  public PackageSink {
    placed = List.copyOf(placed);
    others = List.copyOf(others);
  }

  /** Matches the items of the list with those of the package. */
  public static PackageSink of(List<PackageItem> there, ResourceList list) {
    Map<String, PackageItem> left = new HashMap<>();
    there.forEach(item -> left.put(place(item), item));
    List<TrackedItem> items =
        ReturnedItems.of(List.of(), list.items(), dev.kiln.client.steps.FolderScope.ALL, "");
    var origins = new @Nullable PackageItem[items.size()];
    for (int i = 0; i < origins.length; i++) {
      String place = items.get(i).path() + ":" + items.get(i).index();
      PackageItem at = left.get(place);
      if (at != null && isSame(at, items.get(i))) {
        origins[i] = left.remove(place);
      }
    }
    Map<String, List<PackageItem>> elsewhere = new HashMap<>();
    left.values()
        .forEach(one -> elsewhere.computeIfAbsent(name(one), _ -> new ArrayList<>()).add(one));
    var texts = new ListItemText(list);
    var placed = new ArrayList<PlacedItem>();
    for (int i = 0; i < origins.length; i++) {
      TrackedItem item = items.get(i);
      PackageItem origin = origins[i];
      if (origin == null) {
        origin =
            findOnly(elsewhere.getOrDefault(ReturnedItems.identity(item.resource()), List.of()));
        left.remove(origin == null ? "" : place(origin));
      }
      placed.add(origin == null ? created(item, texts.document(i)) : changed(item, origin));
    }
    return new PackageSink(
        placed, there.stream().filter(one -> left.containsKey(place(one))).toList());
  }

  /** Takes the item of this name that is now at another place, if it is the only one. */
  private static @Nullable PackageItem findOnly(List<PackageItem> same) {
    return same.size() == 1 ? same.removeFirst() : null;
  }

  private static String place(PackageItem item) {
    return item.path() + ":" + item.index();
  }

  private static String name(PackageItem item) {
    return ReturnedItems.identity(item.resource());
  }

  private static boolean isSame(PackageItem there, TrackedItem item) {
    return name(there).equals(ReturnedItems.identity(item.resource()));
  }

  private static PlacedItem created(TrackedItem item, Resource text) {
    return new PlacedItem(
        item.path(),
        item.index(),
        ItemAnnotations.remove(text, InternalAnnotations::contains),
        null);
  }

  private static PlacedItem changed(TrackedItem item, PackageItem origin) {
    Resource text =
        TrackedItem.cleared(
            origin.resource().withContentOf(item.resource(), InternalAnnotations::contains),
            origin);
    return new PlacedItem(item.path(), item.index(), text, origin);
  }
}
