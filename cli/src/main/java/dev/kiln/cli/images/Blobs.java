package dev.kiln.cli.images;

import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The blobs of a layout, which are checked against their digests, and the blobs to add. */
final class Blobs {
  private final Store store;
  private final Map<String, byte[]> added = new LinkedHashMap<>();

  Blobs(Store store) {
    this.store = store;
  }

  /** Those to be written, by the names of their files. */
  Map<String, byte[]> added() {
    return added;
  }

  /** What a JSON blob says, if it is there. */
  Optional<Node> find(Descriptor descriptor) {
    return descriptor
        .digest()
        .map(Digest::file)
        .filter(file -> added.containsKey(file) || store.has(file))
        .map(_ -> read(descriptor));
  }

  /** What a JSON blob says. */
  Node read(Descriptor descriptor) {
    Digest digest = require(descriptor);
    byte[] mine = added.get(digest.file());
    byte[] bytes = mine == null ? store.read(digest.file()) : mine;
    if (bytes.length != descriptor.size()) {
      throw new ImageException(
          place(digest),
          bytes.length + " bytes",
          descriptor.size() + ", as what refers to it says");
    }
    if (!digest.isOf(bytes)) {
      throw damaged(digest, Digest.of(bytes).toString());
    }
    return store.json(digest.file(), bytes);
  }

  /** The bytes of a layer; reading their end throws if they are others. */
  InputStream open(Descriptor descriptor) throws IOException {
    Digest digest = require(descriptor);
    if (!store.has(digest.file())) {
      throw new ImageException(place(digest) + ": is not there");
    }
    return new CheckedBytes(
        store.open(digest.file()), digest, () -> damaged(digest, "other bytes"));
  }

  private Digest require(Descriptor descriptor) {
    return descriptor
        .digest()
        .orElseThrow(
            () ->
                new ImageException(
                    store.path().toString(),
                    "the digest \"" + descriptor.digestText() + "\"",
                    "sha256: and 64 digits"));
  }

  private ImageException damaged(Digest digest, String found) {
    return new ImageException(place(digest), found, digest + ", as its name says");
  }

  private String place(Digest digest) {
    return store.place(digest.file());
  }

  /** Adds one; its digest and size are for who refers to it. */
  Added add(Node json) {
    byte[] bytes = json.bytes();
    Digest digest = Digest.of(bytes);
    added.put(digest.file(), bytes);
    return new Added(digest, bytes.length);
  }

  /** A blob that is there now, or will be. */
  record Added(Digest digest, int size) {}
}
