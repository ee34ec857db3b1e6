package dev.kiln.client;

import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.Resource;
import java.util.List;

/**
 * What a function did to one item.
 *
 * @param path of its file
 * @param item as it is now, or was if it is deleted
 * @param fields what changed in it; of one that moved {@code path} comes first, or {@code index} if
 *     it is still in its file; empty for one that is created or deleted
 */
public record ItemChange(Kind kind, String path, Resource item, List<FieldChange> fields) {
  /** What happened to it. */
  public enum Kind {
    CREATED,
    CHANGED,
    DELETED
  }

  public ItemChange {
    fields = List.copyOf(fields);
  }
}
