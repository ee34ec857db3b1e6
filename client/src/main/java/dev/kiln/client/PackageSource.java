package dev.kiln.client;

import dev.kiln.client.files.ItemProblem;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.List;

/** A package as a list, and what a list has of a package, for pipes. */
public final class PackageSource {
  private PackageSource() {}

  /** A list with these items, each with the annotations that say where it lies. */
  public static ResourceList of(List<PackageItem> items) {
    return ListText.of(items, false);
  }

  /**
   * Reads a list whose items a run can mark.
   *
   * @throws BadInput if it is none, or an item is no resource
   */
  public static ResourceList read(byte[] bytes) {
    ResourceList list = ResourceList.parse(bytes);
    for (int i = 0; i < list.items().size(); i++) {
      String item = "items[" + i + "]";
      ItemProblem.find(list.items().get(i).node())
          .ifPresent(
              problem -> {
                throw problem.toBadInput(item);
              });
    }
    return list;
  }

  /** The items of a list, each where its annotations say; where they say nothing, nowhere. */
  public static List<PackageItem> items(ResourceList list) {
    var items = new ArrayList<PackageItem>(list.items().size());
    for (Resource item : list.items()) {
      String path = item.path().orElse("");
      int index = path.isEmpty() ? PlacedItem.END : item.index();
      items.add(new PackageItem(path, index, item, 1));
    }
    return items;
  }
}
