package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A list that goes into a package: what is there already is brought to mean what the list says, so
 * that only what differs is written.
 *
 * @param placed the items of the list, and where they are to be
 * @param others the items of the package that are not in the list
 */
public record Sink(List<PlacedItem> placed, List<PackageItem> others) {
  public Sink {
    placed = List.copyOf(placed);
    others = List.copyOf(others);
  }

  /** Finds the items of the package that those of the list are. */
  public static Sink of(List<PackageItem> there, ResourceList list) {
    Map<String, PackageItem> left = new HashMap<>();
    there.forEach(item -> left.put(item.path() + ":" + item.index(), item));
    List<Item> items = Merge.of(List.of(), list.items(), dev.kiln.client.steps.Scope.ALL, "");
    var origins = new @Nullable PackageItem[items.size()];
    for (int i = 0; i < origins.length; i++) {
      String place = items.get(i).path() + ":" + items.get(i).index();
      PackageItem at = left.get(place);
      if (at != null && isSame(at, items.get(i))) {
        origins[i] = left.remove(place);
      }
    }
    var placed = new ArrayList<PlacedItem>();
    for (int i = 0; i < origins.length; i++) {
      Item item = items.get(i);
      PackageItem origin = origins[i] == null ? named(left, item) : origins[i];
      placed.add(placed(item, origin));
    }
    return new Sink(placed, there.stream().filter(left::containsValue).toList());
  }

  /** One that lies elsewhere now: there is only one of that name. */
  private static @Nullable PackageItem named(Map<String, PackageItem> left, Item item) {
    List<PackageItem> same = left.values().stream().filter(one -> isSame(one, item)).toList();
    if (same.size() != 1) {
      return null;
    }
    left.values().remove(same.getFirst());
    return same.getFirst();
  }

  private static boolean isSame(PackageItem there, Item item) {
    return Merge.identity(there.resource()).equals(Merge.identity(item.resource()));
  }

  private static PlacedItem placed(Item item, @Nullable PackageItem origin) {
    Resource text =
        origin == null
            ? Marks.removed(item.resource(), Marks::isOne)
            : origin.resource().likened(item.resource(), Marks::isOne);
    return new PlacedItem(item.path(), item.index(), text, origin);
  }
}
