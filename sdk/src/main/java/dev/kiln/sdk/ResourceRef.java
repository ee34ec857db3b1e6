package dev.kiln.sdk;

import org.jspecify.annotations.Nullable;

/** The resource that a result is about. */
public record ResourceRef(String apiVersion, String kind, @Nullable String namespace, String name) {

  public static ResourceRef find(Resource item) {
    return new ResourceRef(
        item.apiVersion(), item.kind(), item.namespace().orElse(null), item.name());
  }
}
