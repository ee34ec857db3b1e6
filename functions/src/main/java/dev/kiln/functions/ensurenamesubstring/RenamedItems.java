package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.DependsOn.Reference;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The items of a list that get a new name, indexed by their old name. */
final class RenamedItems {
  private static final String DEFAULT = "default";

  private final Affix affix;
  private final Map<Key, Namesakes> items = new HashMap<>();

  private record Key(String kind, String name) {}

  /** The items of one kind and name: by namespace, and those of the cluster once more. */
  private record Namesakes(Map<String, List<Resource>> byNamespace, List<Resource> inCluster) {
    static final Namesakes NONE = new Namesakes(Map.of(), List.of());

    void add(Resource item) {
      byNamespace.computeIfAbsent(namespaceOf(item), _ -> new ArrayList<>()).add(item);
      if (item.scope() == Scope.CLUSTER) {
        inCluster.add(item);
      }
    }

    Stream<Resource> in(String namespace) {
      return byNamespace.getOrDefault(namespace, List.of()).stream();
    }

    Stream<Resource> inCluster(String otherThan) {
      return inCluster.stream().filter(item -> !namespaceOf(item).equals(otherThan));
    }

    Stream<Resource> all() {
      return byNamespace.values().stream().flatMap(List::stream);
    }
  }

  private RenamedItems(Affix affix) {
    this.affix = affix;
  }

  static RenamedItems of(List<Resource> items, Affix affix) {
    var renames = new RenamedItems(affix);
    items.stream()
        .filter(renames::isRenamed)
        .forEach(
            item ->
                renames
                    .items
                    .computeIfAbsent(
                        new Key(item.kind(), item.name()),
                        _ -> new Namesakes(new HashMap<>(), new ArrayList<>()))
                    .add(item));
    return renames;
  }

  Affix affix() {
    return affix;
  }

  /** Whether the item itself gets a new name. */
  boolean isRenamed(Resource item) {
    return !keepsNames(item) && !item.name().isEmpty() && !affix.isIn(item.name());
  }

  /**
   * Whether names in an item of this kind stay unchanged, because they name an API, a namespace or
   * a package.
   */
  static boolean keepsNames(Resource item) {
    return switch (item.kind()) {
      case "CustomResourceDefinition", "Namespace" -> true;
      case "APIService" -> item.group().equals("apiregistration.k8s.io");
      case "Kptfile" -> item.group().equals("kpt.dev");
      default -> false;
    };
  }

  /**
   * Returns the renamed items of this kind and old name that a referrer means when it states no
   * namespace; at most two, because a reference to several is to none of them.
   */
  List<Resource> targetsFrom(Resource referrer, NameReference reference, String name) {
    Namesakes namesakes = find(reference.kind(), name);
    String own = namespaceOf(referrer);
    Stream<Resource> found =
        referrer.scope() == Scope.CLUSTER
            ? namesakes.all()
            : Stream.concat(namesakes.in(own), namesakes.inCluster(own));
    return found.filter(item -> isInGroup(item, reference)).limit(2).toList();
  }

  /** Returns the renamed items of this kind and old name in this namespace, at most two. */
  List<Resource> targetsIn(String namespace, NameReference reference, String name) {
    return find(reference.kind(), name)
        .in(namespace)
        .filter(item -> isInGroup(item, reference))
        .limit(2)
        .toList();
  }

  /** Returns the updated depends-on reference. */
  Reference updateReference(Reference reference) {
    Namesakes namesakes = find(reference.kind(), reference.name());
    boolean renamed =
        Stream.concat(namesakes.in(reference.namespace()), namesakes.in(DEFAULT))
            .anyMatch(
                item ->
                    item.group().equals(reference.group()) && mayBeIn(item, reference.namespace()));
    return renamed ? reference.withName(affix.addTo(reference.name())) : reference;
  }

  private Namesakes find(String kind, String name) {
    return items.getOrDefault(new Key(kind, name), Namesakes.NONE);
  }

  private static boolean isInGroup(Resource item, NameReference reference) {
    return reference.group().map(item.group()::equals).orElse(true);
  }

  /**
   * Whether the item may be in the namespace. An item that states no namespace may be meant for
   * any.
   */
  private static boolean mayBeIn(Resource item, String namespace) {
    Optional<String> own = item.namespace();
    if (namespace.isEmpty()) {
      return own.isEmpty();
    }
    return item.scope() != Scope.CLUSTER && own.map(namespace::equals).orElse(true);
  }

  private static String namespaceOf(Resource item) {
    return item.namespace().orElse(DEFAULT);
  }
}
