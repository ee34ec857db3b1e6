package dev.kiln.sdk;

import org.jspecify.annotations.Nullable;

/** Which resource a result speaks of. */
public record ResourceRef(String apiVersion, String kind, @Nullable String namespace, String name) {

  public static ResourceRef find(Resource item) {
    return new ResourceRef(
        item.apiVersion(), item.kind(), item.namespace().orElse(null), item.name());
  }
}
