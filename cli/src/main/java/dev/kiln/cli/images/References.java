package dev.kiln.cli.images;

import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Who still refers to blobs that others took the place of. */
final class References {
  private final Store store;
  private final Blobs blobs;
  private final Map<Digest, Digest> replaced;

  /** All that can refer to something, as it will be. */
  private final List<String> texts = new ArrayList<>();

  References(Store store, Blobs blobs, Node index, Map<Digest, Digest> replaced) {
    this.store = store;
    this.blobs = blobs;
    this.replaced = replaced;
    read(index, new HashSet<>());
  }

  private void read(Node json, Set<String> seen) {
    texts.add(json.toString());
    OciImages.manifests(json)
        .filter(Descriptor::isOfManifests)
        .filter(each -> seen.add(each.digestText()))
        .forEach(each -> blobs.find(each).ifPresent(found -> read(found, seen)));
  }

  /**
   * The list of images that Docker puts beside an index, for those who know no indexes, if there is
   * one.
   */
  Optional<byte[]> rewriteDockerManifest() {
    if (!store.has(DockerImages.MANIFEST)) {
      return Optional.empty();
    }
    Node manifest = store.json(DockerImages.MANIFEST);
    return Optional.of(
        manifest.edit(edit -> rewriteDockerManifest(manifest.items(), edit)).bytes());
  }

  private void rewriteDockerManifest(List<Node> images, Edit edit) {
    for (int i = 0; i < images.size(); i++) {
      String place = "[" + i + "].Config";
      String config = images.get(i).find("Config").flatMap(Node::string).orElse("");
      replaced.forEach(
          (before, after) -> {
            if (config.equals(before.file())) {
              refuseShared(before);
              edit.set(place, after.file());
            }
          });
    }
  }

  /** Docker's list has one entry for all images of one configuration. */
  private void refuseShared(Digest config) {
    if (texts.stream().anyMatch(text -> text.contains(config.hex()))) {
      throw new ImageException(
          store.place(DockerImages.MANIFEST),
          "two images of the configuration " + config,
          "an archive of the one that is meant");
    }
  }

  /** The files of those that nothing refers to any more. */
  Set<String> removed() {
    var kept = new ArrayList<>(texts);
    var removed = new HashSet<String>();
    for (Digest before : List.copyOf(replaced.keySet()).reversed()) {
      if (kept.stream().noneMatch(text -> text.contains(before.hex()))) {
        removed.add(before.file());
      } else if (store.has(before.file())) {
        kept.add(store.json(before.file()).toString()); // with all that it refers to
      }
    }
    return removed.stream()
        .filter(file -> !blobs.added().containsKey(file))
        .collect(Collectors.toSet());
  }
}
