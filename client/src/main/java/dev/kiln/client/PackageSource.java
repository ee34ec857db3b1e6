package dev.kiln.client;

import dev.kiln.client.files.ItemProblem;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.List;

/** Converts a package to a list and back, for pipes. */
public final class PackageSource {
  private PackageSource() {}

  /** Returns a list with these items, each with the annotations that name its place. */
  public static ResourceList of(List<PackageItem> items) {
    return ListText.of(items);
  }

  /**
   * Reads a list whose items a run can annotate.
   *
   * @throws BadInput if the text is not a list, or an item is not a resource
   */
  public static ResourceList read(byte[] bytes) {
    ResourceList list = ResourceList.parse(bytes);
    for (int i = 0; i < list.items().size(); i++) {
      String item = "items[" + i + "]";
      ItemProblem.find(list.items().get(i))
          .ifPresent(
              problem -> {
                throw problem.toBadInput(item);
              });
    }
    return list;
  }

  /**
   * Returns the items of a list, each at the place that its annotations name. An item without these
   * annotations has no place.
   */
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
