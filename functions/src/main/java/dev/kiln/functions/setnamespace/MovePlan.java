package dev.kiln.functions.setnamespace;

import dev.kiln.functions.conventions.DependsOn;
import dev.kiln.functions.conventions.DependsOn.Reference;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Edit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What moves in one call: the fields that change and the items that others wait for. */
final class MovePlan {
  private final SetNamespace settings;
  private final Set<Reference> moving = new HashSet<>();

  /** Looked up once for each item of the call; an item equals itself alone. */
  private final Map<Resource, List<NamespaceField>> fields = new HashMap<>();

  private MovePlan(SetNamespace settings) {
    this.settings = settings;
  }

  static MovePlan of(List<Resource> items, SetNamespace settings) {
    var plan = new MovePlan(settings);
    for (Resource item : items) {
      plan.changes(item).stream()
          .filter(field -> field.kind() == NamespaceField.Kind.OWN)
          .forEach(field -> plan.moving.add(reference(item, field.effective())));
    }
    return plan;
  }

  SetNamespace settings() {
    return settings;
  }

  /** The fields of an item that name a namespace. */
  List<NamespaceField> fields(Resource item) {
    return fields.computeIfAbsent(item, NamespaceField::of);
  }

  /** The fields of an item that are to name the new namespace and mean another one now. */
  List<NamespaceField> changes(Resource item) {
    return fields(item).stream()
        .filter(field -> settings.moves(field.effective(), field.origin()))
        .toList();
  }

  /** Whether an item of the list is about to leave this namespace. */
  boolean isMoving(Reference item) {
    return moving.contains(item);
  }

  /**
   * The namespaces of the references of an item's depends-on annotation that are to follow, one for
   * each.
   */
  List<String> followedNamespaces(Resource item) {
    List<String> namespaces = new ArrayList<>();
    DependsOn.rewrite(
        item.annotation(DependsOn.ANNOTATION).orElse(""),
        reference -> {
          if (moving.contains(reference)) {
            namespaces.add(reference.namespace());
          }
          return reference;
        });
    return namespaces;
  }

  Resource move(Resource item) {
    return item.edit(edit -> move(item, edit));
  }

  private void move(Resource item, Edit edit) {
    changes(item).forEach(field -> edit.set(field.path(), settings.namespace()));
    fields(item).stream()
        .filter(this::isImplied)
        .forEach(field -> edit.set(field.path(), settings.namespace()));
    item.annotation(DependsOn.ANNOTATION)
        .ifPresent(value -> edit.set(DependsOn.PATH, DependsOn.rewrite(value, this::follow)));
  }

  /** The default namespace was asked for, and the item is in it without saying so. */
  private boolean isImplied(NamespaceField field) {
    return field.kind() == NamespaceField.Kind.OWN
        && field.written().isEmpty()
        && settings.namespaceMatcher() == null
        && settings.namespace().equals(NamespaceField.DEFAULT);
  }

  private Reference follow(Reference reference) {
    return moving.contains(reference) ? reference.withNamespace(settings.namespace()) : reference;
  }

  static Reference reference(Resource item, String namespace) {
    return new Reference(item.group(), namespace, item.kind(), item.name());
  }
}
