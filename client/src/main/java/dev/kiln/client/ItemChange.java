package dev.kiln.client;

import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.ResourceId;
import java.util.List;

/**
 * The change that a function made to one item.
 *
 * @param path the path of its file
 * @param id the item as it is now, or as it was if it is deleted. The item itself is not kept: a
 *     large package would keep one text of it for each step.
 * @param fields the changed fields; for a moved item {@code path} comes first, or {@code index} if
 *     it is still in its file; empty for an item that is created or deleted
 */
public record ItemChange(Kind kind, String path, ResourceId id, List<FieldChange> fields) {
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
