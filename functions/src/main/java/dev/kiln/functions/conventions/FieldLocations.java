package dev.kiln.functions.conventions;

import java.util.List;

/**
 * The places in one item that a {@link FieldSpecPath} leads to.
 *
 * @param found the places at the end of the path
 * @param blocked scalars at places where the path needs a map or a list
 */
public record FieldLocations(List<FieldLocation> found, List<FieldLocation> blocked) {
  /** Copies the lists. */
  public FieldLocations {
    found = List.copyOf(found);
    blocked = List.copyOf(blocked);
  }

  /** Whether the path leads nowhere in the item. */
  public boolean isEmpty() {
    return found.isEmpty() && blocked.isEmpty();
  }
}
