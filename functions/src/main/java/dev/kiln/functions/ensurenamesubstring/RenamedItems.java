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
  private final Map<Key, List<Resource>> items = new HashMap<>();

  private record Key(String kind, String name) {}

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
                    .computeIfAbsent(new Key(item.kind(), item.name()), _ -> new ArrayList<>())
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
   * namespace.
   */
  List<Resource> targetsFrom(Resource referrer, NameReference reference, String name) {
    return find(reference, name).filter(target -> canReferTo(referrer, target)).toList();
  }

  /** Returns the renamed items of this kind and old name in this namespace. */
  List<Resource> targetsIn(String namespace, NameReference reference, String name) {
    return find(reference, name).filter(target -> namespaceOf(target).equals(namespace)).toList();
  }

  /** Returns the updated depends-on reference. */
  Reference updateReference(Reference reference) {
    boolean renamed =
        items.getOrDefault(new Key(reference.kind(), reference.name()), List.of()).stream()
            .anyMatch(
                item ->
                    item.group().equals(reference.group()) && mayBeIn(item, reference.namespace()));
    return renamed ? reference.withName(affix.addTo(reference.name())) : reference;
  }

  private Stream<Resource> find(NameReference reference, String name) {
    return items.getOrDefault(new Key(reference.kind(), name), List.of()).stream()
        .filter(item -> reference.group().map(item.group()::equals).orElse(true));
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

  private static boolean canReferTo(Resource referrer, Resource target) {
    return referrer.scope() == Scope.CLUSTER
        || target.scope() == Scope.CLUSTER
        || namespaceOf(referrer).equals(namespaceOf(target));
  }

  private static String namespaceOf(Resource item) {
    return item.namespace().orElse(DEFAULT);
  }
}
