package dev.kiln.sdk;

import org.jspecify.annotations.Nullable;

/**
 * Identifies an object: two items with equal ids are the same object.
 *
 * @param group empty for the core group
 * @param namespace null if the item names none
 */
public record ResourceId(
    String group, String version, String kind, @Nullable String namespace, String name) {

  /** {@code apps/v1 Deployment default/web}, for messages. */
  @Override
  public String toString() {
    return (group.isEmpty() ? "" : group + "/")
        + (version.isEmpty() ? "" : version + " ")
        + kind
        + (kind.isEmpty() ? "" : " ")
        + (namespace == null ? "" : namespace + "/")
        + name;
  }
}
