package dev.kiln.client;

import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.Resource;
import java.util.List;

/**
 * The change that a function made to one item.
 *
 * @param path the path of its file
 * @param item the item as it is now, or as it was if it is deleted
 * @param fields the changed fields; for a moved item {@code path} comes first, or {@code index} if
 *     it is still in its file; empty for an item that is created or deleted
 */
public record ItemChange(Kind kind, String path, Resource item, List<FieldChange> fields) {
  /** The kind of change. */
  public enum Kind {
    CREATED,
    CHANGED,
    DELETED
  }

  public ItemChange {
    fields = List.copyOf(fields);
  }
}
