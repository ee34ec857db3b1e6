package dev.kiln.sdk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which kinds are namespaced. It knows Kubernetes' own kinds, and reads the
 * CustomResourceDefinitions among some items for the others. It reads these when it is first asked
 * for a kind that Kubernetes does not have.
 */
final class ScopeLookup {
  static final ScopeLookup BUILT_IN = new ScopeLookup(List.of());

  private final List<Resource> items;

  /** Computed by the first thread that asks. Several threads would compute the same map. */
  private volatile @Nullable Map<GroupKind, Scope> definedScopes;

  ScopeLookup(List<Resource> items) {
    this.items = items;
  }

  Scope scopeOf(String group, String kind) {
    var groupKind = new GroupKind(group, kind);
    Scope known = KubernetesKinds.scope(groupKind);
    return known != Scope.UNKNOWN ? known : definedScopes().getOrDefault(groupKind, Scope.UNKNOWN);
  }

  private Map<GroupKind, Scope> definedScopes() {
    Map<GroupKind, Scope> found = definedScopes;
    if (found == null) {
      found = new HashMap<>();
      for (Resource item : items) {
        if (item.kind().equals("CustomResourceDefinition")
            && item.group().equals("apiextensions.k8s.io")) {
          found.put(
              new GroupKind(
                  item.text("spec.group").orElse(""), item.text("spec.names.kind").orElse("")),
              // apiextensions v1 requires the field; in v1beta1 a missing field means Namespaced
              item.text("spec.scope").orElse("Namespaced").equals("Cluster")
                  ? Scope.CLUSTER
                  : Scope.NAMESPACED);
        }
      }
      definedScopes = found;
    }
    return found;
  }

  record GroupKind(String group, String kind) {}
}
