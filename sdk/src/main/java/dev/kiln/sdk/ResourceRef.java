package dev.kiln.sdk;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The resource that a result is about. */
public record ResourceRef(String apiVersion, String kind, @Nullable String namespace, String name) {

  /** A reference to an item; empty if the item has no apiVersion or kind. */
  public static Optional<ResourceRef> find(Resource item) {
    String apiVersion = item.apiVersion();
    String kind = item.kind();
    return apiVersion.isEmpty() || kind.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ResourceRef(apiVersion, kind, item.namespace().orElse(null), item.name()));
  }
}
