package dev.kiln.functions.conventions;

import java.util.List;

/**
 * Where a {@link FieldPath} leads in one item.
 *
 * @param found the places at the end of the path
 * @param blocked scalars that stand where the path needs a map or a list
 */
public record Places(List<Place> found, List<Place> blocked) {
  /** Copies the lists. */
  public Places {
    found = List.copyOf(found);
    blocked = List.copyOf(blocked);
  }
}
