package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a resource that nearly every function reads, looked up once. */
final class ObjectHeader {
  final ObjectIdentity identity;

  /** Null if it is missing. */
  final @Nullable Node metadata;

  /** Null if they are missing. */
  final @Nullable Node annotations;

  /** Read by the first thread that asks. Several threads would read the same. */
  @SuppressWarnings("NullableOptional") // null until somebody asked
  private volatile @Nullable Optional<FileRef> file;

  private ObjectHeader(
      ObjectIdentity identity, @Nullable Node metadata, @Nullable Node annotations) {
    this.identity = identity;
    this.metadata = metadata;
    this.annotations = annotations;
  }

  /**
   * Reads the header of a resource.
   *
   * @param earlier the identity of the resource that this one was made from, to share its texts
   */
  static ObjectHeader of(Node root, @Nullable ObjectIdentity earlier) {
    Node metadata = root.at("metadata");
    return new ObjectHeader(
        ObjectIdentity.of(root, metadata, earlier),
        metadata,
        metadata == null ? null : metadata.at("annotations"));
  }

  /** Returns the file that the annotations of {@code owner}, whose header this is, name. */
  Optional<FileRef> file(Resource owner) {
    Optional<FileRef> known = file;
    if (known == null) {
      known = owner.path().map(path -> new FileRef(path, owner.index()));
      file = known;
    }
    return known;
  }
}
