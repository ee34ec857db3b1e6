package dev.kiln.client.steps;

import dev.kiln.sdk.Resource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Conditions on a resource, which must all hold.
 *
 * @param apiVersion the wanted apiVersion; here and in the next three, empty means any
 * @param labels labels that the resource must have, among others
 * @param annotations annotations that the resource must have, among others
 */
public record ResourceSelector(
    String apiVersion,
    String kind,
    String name,
    String namespace,
    Map<String, String> labels,
    Map<String, String> annotations) {
  /** Matches every resource. */
  public static final ResourceSelector ANY =
      new ResourceSelector("", "", "", "", Map.of(), Map.of());

  public ResourceSelector {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
  }

  /** Whether it has no conditions. */
  public boolean isEmpty() {
    return apiVersion.isEmpty()
        && kind.isEmpty()
        && name.isEmpty()
        && namespace.isEmpty()
        && labels.isEmpty()
        && annotations.isEmpty();
  }

  /** Whether the resource meets all conditions. */
  public boolean matches(Resource item) {
    return (apiVersion.isEmpty() || apiVersion.equals(item.apiVersion()))
        && (kind.isEmpty() || kind.equals(item.kind()))
        && (name.isEmpty() || name.equals(item.name()))
        && (namespace.isEmpty() || namespace.equals(item.namespace().orElse("")))
        && (labels.isEmpty() || item.labels().entrySet().containsAll(labels.entrySet()))
        && (annotations.isEmpty()
            || item.annotations().entrySet().containsAll(annotations.entrySet()));
  }
}
