package dev.kiln.yaml.table;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes lists that mostly have one element. {@link List#of} is smaller than a list that can grow.
 */
public final class SmallLists {
  private SmallLists() {}

  /** The list with one more element. The list must be empty or made here. */
  public static <T> List<T> append(List<T> list, T element) {
    if (list.isEmpty()) {
      return List.of(element);
    }
    var grown = list.size() == 1 ? new ArrayList<>(list) : list;
    grown.add(element);
    return grown;
  }
}
