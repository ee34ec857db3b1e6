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
import java.util.Optional;
import java.util.Set;

/** Decides which namespace fields change in one call, and which items move. */
final class MovePlan {
  private final SetNamespace settings;
  private final Set<Reference> moving = new HashSet<>();

  /** The fields by item, looked up once for each item of the call; items compare by identity. */
  private final Map<Resource, List<NamespaceField>> fields = new HashMap<>();

  private final Map<Resource, List<NamespaceField>> changes = new HashMap<>();

  private MovePlan(SetNamespace settings) {
    this.settings = settings;
  }

  static MovePlan of(List<Resource> items, SetNamespace settings) {
    var plan = new MovePlan(settings);
    for (Resource item : items) {
      for (NamespaceField field : plan.changes(item)) {
        if (field.kind() == NamespaceField.Kind.OWN) {
          plan.moving.add(reference(item, field.effectiveNamespace()));
        }
      }
    }
    return plan;
  }

  SetNamespace settings() {
    return settings;
  }

  /** Returns the fields of an item that name a namespace. */
  List<NamespaceField> fields(Resource item) {
    return fields.computeIfAbsent(item, NamespaceField::of);
  }

  /** Returns the fields of an item that must change to the new namespace. */
  List<NamespaceField> changes(Resource item) {
    return changes.computeIfAbsent(item, this::findChanges);
  }

  private List<NamespaceField> findChanges(Resource item) {
    List<NamespaceField> all = fields(item);
    var found = new ArrayList<NamespaceField>(all.size());
    for (NamespaceField field : all) {
      if (settings.mustChange(field.effectiveNamespace(), field.origin())) {
        found.add(field);
      }
    }
    return found;
  }

  /** Whether the reference is to an item of the list that will leave its namespace. */
  boolean isMoving(Reference item) {
    return moving.contains(item);
  }

  /**
   * Returns the namespaces of the references in an item's depends-on annotation that will change,
   * one for each reference.
   */
  List<String> changedReferenceNamespaces(Resource item) {
    Optional<String> references = item.annotation(DependsOn.ANNOTATION);
    if (references.isEmpty()) {
      return List.of();
    }
    List<String> namespaces = new ArrayList<>();
    DependsOn.rewrite(
        references.get(),
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
    for (NamespaceField field : changes(item)) {
      edit.set(field.path(), settings.namespace());
    }
    for (NamespaceField field : fields(item)) {
      if (isImplicitlyInTarget(field)) {
        edit.set(field.path(), settings.namespace());
      }
    }
    item.annotation(DependsOn.ANNOTATION)
        .ifPresent(
            value -> edit.set(DependsOn.PATH, DependsOn.rewrite(value, this::updateReference)));
  }

  /** Whether the default namespace is wanted and the item is in it implicitly. */
  private boolean isImplicitlyInTarget(NamespaceField field) {
    return field.kind() == NamespaceField.Kind.OWN
        && field.written().isEmpty()
        && settings.namespaceMatcher() == null
        && settings.namespace().equals(NamespaceField.DEFAULT);
  }

  private Reference updateReference(Reference reference) {
    return moving.contains(reference) ? reference.withNamespace(settings.namespace()) : reference;
  }

  static Reference reference(Resource item, String namespace) {
    return new Reference(item.group(), namespace, item.kind(), item.name());
  }
}
