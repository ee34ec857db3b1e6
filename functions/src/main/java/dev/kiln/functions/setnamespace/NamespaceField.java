package dev.kiln.functions.setnamespace;

import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Scope;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A field of an item that names a namespace.
 *
 * @param path where it is
 * @param written what it says; empty if it is missing or empty
 * @param origin the namespace that the item's package had when it came from upstream, as far as the
 *     field shares it
 * @param kind what the field is for
 */
record NamespaceField(Path path, String written, String origin, Kind kind) {
  /** What a field that names a namespace is for. */
  enum Kind {
    /** The namespace that the item lives in. */
    OWN,
    /** The name of a Namespace. */
    NAME,
    /** A service or an account that lives elsewhere. */
    REFERENCE
  }

  static final String DEFAULT = "default";
  private static final Path HOME = Path.of("metadata.namespace");
  private static final Path NAME = Path.of("metadata.name");
  private static final FieldSpecPath CONVERSION =
      FieldSpecPath.of("spec/conversion/webhook/clientConfig/service/namespace");
  private static final FieldSpecPath API_SERVICE = FieldSpecPath.of("spec/service/namespace");
  private static final FieldSpecPath SUBJECTS = FieldSpecPath.of("subjects/namespace");

  /** What the field means: items without a namespace live in the default one. */
  String effective() {
    return written.isEmpty() ? DEFAULT : written;
  }

  /** The fields of an item that this function looks after. */
  static List<NamespaceField> of(Resource item) {
    if (item.kind().equals("Namespace") && item.group().isEmpty()) {
      return List.of(
          new NamespaceField(NAME, item.name(), UpstreamOrigins.of(item).name(), Kind.NAME));
    }
    Stream<NamespaceField> home = livesInNamespace(item) ? Stream.of(home(item)) : Stream.empty();
    return Stream.concat(home, references(item)).toList();
  }

  /** Whether the item lives in a namespace; one of a kind that nobody knows does if it says so. */
  static boolean livesInNamespace(Resource item) {
    return switch (item.scope()) {
      case Scope.NAMESPACED -> true;
      case Scope.CLUSTER -> false;
      case Scope.UNKNOWN -> item.namespace().isPresent();
    };
  }

  private static NamespaceField home(Resource item) {
    return new NamespaceField(
        HOME, item.namespace().orElse(""), UpstreamOrigins.of(item).namespace(), Kind.OWN);
  }

  private static Stream<NamespaceField> references(Resource item) {
    return switch (item.group() + "/" + item.kind()) {
      case "apiextensions.k8s.io/CustomResourceDefinition" -> references(item, CONVERSION);
      case "apiregistration.k8s.io/APIService" -> references(item, API_SERVICE);
      case "rbac.authorization.k8s.io/ClusterRoleBinding",
          "rbac.authorization.k8s.io/RoleBinding" ->
          references(item, SUBJECTS);
      default -> Stream.empty();
    };
  }

  private static Stream<NamespaceField> references(Resource item, FieldSpecPath field) {
    return field.locate(item.node()).found().stream()
        .filter(FieldLocation::isScalar)
        .map(place -> new NamespaceField(place.path(), place.text(), "", Kind.REFERENCE));
  }
}
