package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a resource that nearly every function reads, looked up once. */
final class ObjectHeader {
  /** Null if it is missing. */
  final @Nullable Node metadata;

  /** Null if they are missing. */
  final @Nullable Node annotations;

  // Each is read by the first thread that asks. Several threads would read the same.
  private @Nullable ObjectIdentity identity;

  @SuppressWarnings("NullableOptional") // null until somebody asked
  private @Nullable Optional<FileRef> file;

  ObjectHeader(Node root) {
    this.metadata = root.at("metadata");
    this.annotations = metadata == null ? null : metadata.at("annotations");
  }

  /**
   * Returns the identity of the resource whose header this is.
   *
   * @param like one that is probably alike, to share its texts
   */
  ObjectIdentity identity(Resource owner, @Nullable ObjectIdentity like) {
    ObjectIdentity known = identity;
    if (known == null) {
      known = ObjectIdentity.of(owner.node(), metadata, like);
      identity = known;
    }
    return known;
  }

  /** The identity if somebody asked for it, else the one that is probably alike. */
  @Nullable ObjectIdentity knownIdentity(@Nullable ObjectIdentity like) {
    ObjectIdentity known = identity;
    return known == null ? like : known;
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
