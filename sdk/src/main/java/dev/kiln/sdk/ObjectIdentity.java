package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * The type and the name of a resource.
 *
 * @param apiVersion empty, like the texts of the id, if it is missing or no text
 */
record ObjectIdentity(String apiVersion, ResourceId id) {
  /**
   * Reads the identity of a resource.
   *
   * @param earlier the identity of the resource that this one was made from. Texts that are the
   *     same in both are shared, because an edit seldom changes them.
   */
  static ObjectIdentity of(Node root, @Nullable Node metadata, @Nullable ObjectIdentity earlier) {
    if (earlier == null) {
      String apiVersion = text(root, "apiVersion", null);
      String namespace = text(metadata, "namespace", null);
      return of(apiVersion, text(root, "kind", null), namespace, text(metadata, "name", null));
    }
    ResourceId was = earlier.id;
    String apiVersion = text(root, "apiVersion", earlier.apiVersion);
    String kind = text(root, "kind", was.kind());
    String namespace = text(metadata, "namespace", was.namespace());
    String name = text(metadata, "name", was.name());
    // Not by the equals of the records, which the JVM makes at run time: short runs would notice.
    boolean isSame =
        apiVersion.equals(earlier.apiVersion)
            && kind.equals(was.kind())
            && namespace.equals(was.namespace() == null ? "" : was.namespace())
            && name.equals(was.name());
    return isSame ? earlier : of(apiVersion, kind, namespace, name);
  }

  private static ObjectIdentity of(String apiVersion, String kind, String namespace, String name) {
    var id = id(apiVersion, kind, namespace.isEmpty() ? null : namespace, name);
    return new ObjectIdentity(apiVersion, id);
  }

  private static String text(@Nullable Node map, String key, @Nullable String earlier) {
    Node node = map == null ? null : map.at(key);
    if (node == null || !node.isScalar() || node.isNull()) {
      return "";
    }
    return earlier != null && node.hasText(earlier) ? earlier : node.text();
  }

  private static ResourceId id(
      String apiVersion, String kind, @Nullable String namespace, String name) {
    int slash = apiVersion.lastIndexOf('/');
    return new ResourceId(
        apiVersion.substring(0, Math.max(0, slash)),
        apiVersion.substring(slash + 1),
        kind,
        namespace,
        name);
  }
}
