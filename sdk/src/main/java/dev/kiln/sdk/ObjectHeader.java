package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a resource that nearly every function reads, looked up once. */
final class ObjectHeader {
  private final Node root;

  /** Null if it is missing. */
  final @Nullable Node metadata;

  /** Null if they are missing. */
  final @Nullable Node annotations;

  private final @Nullable ObjectIdentity earlier;

  // Each is read by the first thread that asks. Several threads would read the same.
  private @Nullable ObjectIdentity identity;

  @SuppressWarnings("NullableOptional") // null until somebody asked
  private @Nullable Optional<FileRef> file;

  /**
   * Reads the header of a resource.
   *
   * @param earlier the identity of the resource that this one was made from, to share its texts
   */
  ObjectHeader(Node root, @Nullable ObjectIdentity earlier) {
    this.root = root;
    this.earlier = earlier;
    this.metadata = root.at("metadata");
    this.annotations = metadata == null ? null : metadata.at("annotations");
  }

  ObjectIdentity identity() {
    ObjectIdentity known = identity;
    if (known == null) {
      known = ObjectIdentity.of(root, metadata, earlier);
      identity = known;
    }
    return known;
  }

  /** The identity if somebody asked for it, else that of the resource that this was made from. */
  @Nullable ObjectIdentity knownIdentity() {
    ObjectIdentity known = identity;
    return known == null ? earlier : known;
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
