package dev.kiln.cli.images;

import dev.kiln.cli.images.Blobs.Added;
import dev.kiln.cli.images.Target.AnnotatedImage;
import dev.kiln.runtime.containers.ImageMetadata;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One writing of definitions into the images of a layout: what is changed gets another digest, and
 * so does all that leads there.
 */
final class OciWriting {
  /** What registries are asked to take at least, and some take at most. */
  private static final int MOST = 4 << 20;

  private final Store store;
  private final Source source;
  private final Blobs blobs;
  private final List<AnnotatedImage> done = new ArrayList<>();

  /** What takes the place of what, the outermost last. */
  private final Map<Digest, Digest> replaced = new LinkedHashMap<>();

  OciWriting(Store store, Source source) {
    this.store = store;
    this.source = source;
    this.blobs = new Blobs(store);
  }

  List<AnnotatedImage> done() {
    return done;
  }

  /** An index that leads to what some of its images become. */
  Node index(Node index, Collection<Descriptor> chosen) {
    return index(index, chosen, "");
  }

  /**
   * The same, somewhere below.
   *
   * @param name of all in it; empty if each has its own
   */
  private Node index(Node index, Collection<Descriptor> chosen, String name) {
    List<Descriptor> all = OciImages.manifests(index).toList();
    Map<Integer, Added> changes = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      int at = i;
      if (isAmong(chosen, all.get(i))) {
        String called = name.isEmpty() ? all.get(i).name().orElse("") : name;
        change(all.get(i), called).ifPresent(added -> changes.put(at, added));
      }
    }
    return index.edit(
        edit -> changes.forEach((at, added) -> setReference(edit, "manifests[" + at + "]", added)));
  }

  private static boolean isAmong(Collection<Descriptor> chosen, Descriptor one) {
    return chosen.stream().anyMatch(each -> each.node().toString().equals(one.node().toString()));
  }

  private static void setReference(Edit edit, String place, Added added) {
    edit.set(place + ".digest", added.digest().toString());
    edit.set(place + ".size", added.size());
    edit.remove(place + ".data"); // a copy of what was there
  }

  private Optional<Added> change(Descriptor descriptor, String name) {
    if (!OciImages.isOfImages(descriptor)) {
      return Optional.empty();
    }
    Node json = blobs.read(descriptor);
    if (OciImages.isIndex(json)) {
      Node changed = index(json, OciImages.manifests(json).toList(), name);
      return changed == json ? Optional.empty() : Optional.of(replace(descriptor, changed));
    }
    return OciImages.isOfImage(json)
        ? Optional.of(image(descriptor, name, json))
        : Optional.empty();
  }

  private Added image(Descriptor descriptor, String name, Node manifest) {
    Configuration config = OciImages.configuration(blobs, manifest);
    Definitions definitions = definitions(descriptor, manifest, config);
    Node labelled = config.with(definitions);
    var old = new Descriptor(manifest.find("config").orElseThrow());
    Added added = replace(old, labelled);
    boolean annotated = !descriptor.isDockerType();
    Node changed =
        manifest.edit(
            edit -> {
              setReference(edit, "config", added);
              if (annotated) {
                edit.set(Path.keys("annotations", ImageMetadata.KEY), definitions.json());
              }
            });
    Added result = replace(descriptor, changed);
    refuseLarge(descriptor, result);
    done.add(
        new AnnotatedImage(
            config.platform(),
            name,
            descriptor.digestText(),
            result.digest().toString(),
            annotated,
            definitions));
    return result;
  }

  private void refuseLarge(Descriptor descriptor, Added manifest) {
    if (manifest.size() > MOST) {
      throw new ImageException(
          store.path() + ", image " + descriptor.digestText(),
          "a manifest of " + manifest.size() + " bytes",
          "definitions with which it has " + MOST + " at most, as registries want");
    }
  }

  private Definitions definitions(Descriptor image, Node manifest, Configuration config) {
    List<Node> layers = manifest.find("layers").map(Node::items).orElse(List.of());
    return Definitions.of(
        source,
        () ->
            new Contents(
                store.path() + ", image " + image.digestText(),
                config.json(),
                layers.stream()
                    .map(Descriptor::new)
                    .<Contents.Layer>map(layer -> () -> blobs.open(layer))
                    .toList()));
  }

  private Added replace(Descriptor old, Node json) {
    Added added = blobs.add(json);
    old.digest()
        .filter(before -> !before.equals(added.digest()))
        .ifPresent(before -> replaced.put(before, added.digest()));
    return added;
  }

  /** All that is to be written, that index at last. */
  Store.Rewriting to(Node index) {
    var references = new References(store, blobs, index, replaced);
    var written = new LinkedHashMap<>(blobs.added());
    references
        .rewriteDockerManifest()
        .ifPresent(manifest -> written.put(DockerImages.MANIFEST, manifest));
    written.put(OciImages.INDEX, index.bytes());
    return new Store.Rewriting(written, references.removed());
  }
}
