package dev.kiln.client.steps;

import dev.kiln.sdk.Resource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a resource must be, all of it at once.
 *
 * @param apiVersion this and the next three: empty if it does not matter
 * @param labels those that it must have, among others
 * @param annotations those that it must have, among others
 */
public record ResourceSelector(
    String apiVersion,
    String kind,
    String name,
    String namespace,
    Map<String, String> labels,
    Map<String, String> annotations) {
  /** Asks for nothing. */
  public static final ResourceSelector ANY =
      new ResourceSelector("", "", "", "", Map.of(), Map.of());

  public ResourceSelector {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
  }

  /** Whether it asks for nothing. */
  public boolean isEmpty() {
    return apiVersion.isEmpty()
        && kind.isEmpty()
        && name.isEmpty()
        && namespace.isEmpty()
        && labels.isEmpty()
        && annotations.isEmpty();
  }

  /** Whether the resource is all that this asks for. */
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
