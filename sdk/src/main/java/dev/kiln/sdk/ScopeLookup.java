package dev.kiln.sdk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which kinds are namespaced: Kubernetes' own, else what the CustomResourceDefinitions among some
 * items say. These are read when the first kind is asked for that Kubernetes does not have.
 */
final class ScopeLookup {
  static final ScopeLookup BUILT_IN = new ScopeLookup(List.of());

  private final List<Resource> items;

  /** Worked out by any thread that asks first; several would find the same. */
  private volatile @Nullable Map<GroupKind, Scope> defined;

  ScopeLookup(List<Resource> items) {
    this.items = items;
  }

  Scope of(String group, String kind) {
    var groupKind = new GroupKind(group, kind);
    Scope known = KubernetesKinds.scope(groupKind);
    return known != Scope.UNKNOWN ? known : defined().getOrDefault(groupKind, Scope.UNKNOWN);
  }

  private Map<GroupKind, Scope> defined() {
    Map<GroupKind, Scope> found = defined;
    if (found == null) {
      found = new HashMap<>();
      for (Resource item : items) {
        if (item.kind().equals("CustomResourceDefinition")
            && item.group().equals("apiextensions.k8s.io")) {
          found.put(
              new GroupKind(
                  item.text("spec.group").orElse(""), item.text("spec.names.kind").orElse("")),
              // apiextensions v1 wants it said; v1beta1 says that nothing means Namespaced
              item.text("spec.scope").orElse("Namespaced").equals("Cluster")
                  ? Scope.CLUSTER
                  : Scope.NAMESPACED);
        }
      }
      defined = found;
    }
    return found;
  }

  record GroupKind(String group, String kind) {}
}
