package dev.kiln.functions.setnamespace;

import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Scope;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A field of an item that names a namespace.
 *
 * @param path the path to the field
 * @param written the field's text; empty if it is missing or empty
 * @param origin the namespace that the item's package had when it came from upstream, as far as it
 *     applies to this field
 * @param kind the purpose of the field
 */
record NamespaceField(Path path, String written, String origin, Kind kind) {
  /** The purpose of a field that names a namespace. */
  enum Kind {
    /** The namespace of the item itself. */
    OWN,
    /** The name of a Namespace. */
    NAME,
    /** The namespace of a service or an account that the item refers to. */
    REFERENCE
  }

  static final String DEFAULT = "default";
  private static final Path NAMESPACE = Path.of("metadata.namespace");
  private static final Path NAME = Path.of("metadata.name");
  private static final FieldSpecPath CONVERSION =
      FieldSpecPath.of("spec/conversion/webhook/clientConfig/service/namespace");
  private static final FieldSpecPath API_SERVICE = FieldSpecPath.of("spec/service/namespace");
  private static final FieldSpecPath SUBJECTS = FieldSpecPath.of("subjects/namespace");

  /** Returns the effective namespace: items without a namespace are in the default one. */
  String effectiveNamespace() {
    return written.isEmpty() ? DEFAULT : written;
  }

  /** Returns the fields of an item that this function handles. */
  static List<NamespaceField> of(Resource item) {
    if (item.kind().equals("Namespace") && item.group().isEmpty()) {
      return List.of(
          new NamespaceField(NAME, item.name(), UpstreamOrigins.of(item).name(), Kind.NAME));
    }
    List<NamespaceField> references = references(item);
    if (!isNamespaced(item)) {
      return references;
    }
    var fields = new ArrayList<NamespaceField>(1 + references.size());
    fields.add(ownNamespace(item));
    fields.addAll(references);
    return fields;
  }

  /** Whether the item is namespaced; an item of an unknown kind is if it has the field. */
  static boolean isNamespaced(Resource item) {
    return switch (item.scope()) {
      case Scope.NAMESPACED -> true;
      case Scope.CLUSTER -> false;
      case Scope.UNKNOWN -> item.find(NAMESPACE).isPresent();
    };
  }

  private static NamespaceField ownNamespace(Resource item) {
    return new NamespaceField(
        NAMESPACE, item.namespace().orElse(""), UpstreamOrigins.of(item).namespace(), Kind.OWN);
  }

  private static List<NamespaceField> references(Resource item) {
    return switch (item.kind()) {
      case "CustomResourceDefinition" -> references(item, "apiextensions.k8s.io", CONVERSION);
      case "APIService" -> references(item, "apiregistration.k8s.io", API_SERVICE);
      case "ClusterRoleBinding", "RoleBinding" ->
          references(item, "rbac.authorization.k8s.io", SUBJECTS);
      default -> List.of();
    };
  }

  private static List<NamespaceField> references(Resource item, String group, FieldSpecPath field) {
    if (!item.group().equals(group)) {
      return List.of();
    }
    return field.locate(item.node()).found().stream()
        .filter(FieldLocation::isScalar)
        .map(place -> new NamespaceField(place.path(), place.text(), "", Kind.REFERENCE))
        .toList();
  }
}
