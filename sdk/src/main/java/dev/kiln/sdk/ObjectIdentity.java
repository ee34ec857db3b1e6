package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * The type and the name of a resource.
 *
 * @param apiVersion empty, like the texts of the id, if it is missing or no text
 */
record ObjectIdentity(String apiVersion, ResourceId id) {
  private static final ObjectIdentity NONE =
      new ObjectIdentity("", new ResourceId("", "", "", null, ""));

  /**
   * Reads the identity of a resource.
   *
   * @param like the identity of the resource that this one was made from, or of the item before it.
   *     Texts that are the same in both are shared: an edit seldom changes them, and items of a
   *     list often have the same type.
   */
  static ObjectIdentity of(Node root, @Nullable Node metadata, @Nullable ObjectIdentity like) {
    ObjectIdentity other = like == null ? NONE : like;
    ResourceId was = other.id;
    String apiVersion = text(root, "apiVersion", other.apiVersion);
    String kind = text(root, "kind", was.kind());
    String namespace = text(metadata, "namespace", was.namespace());
    String name = text(metadata, "name", was.name());
    // Not by the equals of the records, which the JVM makes at run time: short runs would notice.
    boolean sameVersion = apiVersion.equals(other.apiVersion);
    boolean isSame =
        sameVersion
            && kind.equals(was.kind())
            && namespace.equals(was.namespace() == null ? "" : was.namespace())
            && name.equals(was.name());
    if (isSame) {
      return other;
    }
    int slash = apiVersion.lastIndexOf('/');
    String group = sameVersion ? was.group() : apiVersion.substring(0, Math.max(0, slash));
    String version = sameVersion ? was.version() : apiVersion.substring(slash + 1);
    return new ObjectIdentity(
        apiVersion,
        new ResourceId(group, version, kind, namespace.isEmpty() ? null : namespace, name));
  }

  private static String text(@Nullable Node map, String key, @Nullable String like) {
    Node node = map == null ? null : map.at(key);
    if (node == null || !node.isScalar() || node.isNull()) {
      return "";
    }
    return like != null && node.hasText(like) ? like : node.text();
  }
}
