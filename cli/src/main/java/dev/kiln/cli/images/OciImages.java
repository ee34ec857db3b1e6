package dev.kiln.cli.images;

import dev.kiln.runtime.containers.ImageMetadata;
import dev.kiln.runtime.containers.ImageMetadata.Carrier;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The images of a layout as OCI defines it, in a folder or an archive. */
final class OciImages implements Target {
  static final String INDEX = "index.json";
  private static final String NONE = "";

  private final Store store;
  private final String tag;

  /**
   * Reads nothing yet.
   *
   * @param tag of the image that is meant; empty if there is one alone
   */
  OciImages(Store store, String tag) {
    this.store = store;
    this.tag = tag;
  }

  @Override
  public List<InspectedImage> inspect() {
    Node index = store.json(INDEX);
    var seen = new ArrayList<InspectedImage>();
    for (Descriptor each : chosen(index)) {
      new IndexWalk(new Blobs(store), each.name().orElse(each.digestText()), seen)
          .visit(each, List.of());
    }
    return requireAny(seen);
  }

  /** Walks down from an index to the images of one name. */
  private record IndexWalk(Blobs blobs, String name, List<InspectedImage> seen) {
    void visit(Descriptor descriptor, List<Carrier> above) {
      if (!isOfImages(descriptor)) {
        return;
      }
      Node json = blobs.read(descriptor);
      if (isIndex(json)) {
        var carriers = new ArrayList<>(above);
        carriers.addFirst(Carrier.of("annotation of the index", json, "annotations"));
        manifests(json).forEach(each -> visit(each, carriers));
      } else if (isOfImage(json)) {
        image(json, above);
      }
    }

    private void image(Node manifest, List<Carrier> above) {
      Configuration config = configuration(blobs, manifest);
      Stream<Carrier> carriers =
          Stream.of(
                  Stream.of(Carrier.of("annotation", manifest, "annotations")),
                  above.stream(),
                  Stream.of(config.labels()))
              .flatMap(each -> each);
      seen.add(
          new InspectedImage(
              config.platform(), ImageMetadata.inspect(name, config.user(), carriers)));
    }
  }

  @Override
  public List<AnnotatedImage> annotate(Source source) {
    Node index = store.json(INDEX);
    List<Descriptor> chosen = chosen(index);
    var writing = new OciWriting(store, source);
    Node changed = writing.index(index, chosen);
    List<AnnotatedImage> done = requireAny(writing.done());
    if (changed.toString().equals(index.toString())) {
      return done;
    }
    store.rewrite(writing.to(changed));
    return done;
  }

  private <T> List<T> requireAny(List<T> images) {
    if (images.isEmpty()) {
      throw new ImageException(
          store.path().toString(), "no image", "a manifest with the configuration of an image");
    }
    return images;
  }

  /** The images that are meant: all of one name, since each may be for a platform. */
  private List<Descriptor> chosen(Node index) {
    List<Descriptor> all = manifests(index).filter(OciImages::isOfImages).toList();
    Set<String> names = new TreeSet<>();
    all.forEach(each -> names.add(each.name().orElse(NONE)));
    if (tag.isEmpty() && names.size() < 2) {
      return all;
    }
    List<Descriptor> meant = all.stream().filter(each -> each.matchesName(tag)).toList();
    if (tag.isEmpty() || meant.isEmpty()) {
      names.remove(NONE);
      String fits =
          "oci:" + store.path() + ":TAG, with one of the tags " + String.join(", ", names);
      String found = tag.isEmpty() ? "several images" : "no image " + tag;
      throw new ImageException(store.path().toString(), found, fits);
    }
    return meant;
  }

  static Stream<Descriptor> manifests(Node index) {
    Node list = index.at("manifests");
    return list == null ? Stream.of() : list.items().stream().map(Descriptor::new);
  }

  static boolean isOfImages(Descriptor descriptor) {
    return descriptor.isOfManifests() && !descriptor.isAttestation();
  }

  static boolean isIndex(Node json) {
    return json.at("manifests") != null;
  }

  /** And not of something else that registries keep, a signature say. */
  static boolean isOfImage(Node manifest) {
    Node config = manifest.at("config");
    return config != null && new Descriptor(config).isOfConfig();
  }

  static Configuration configuration(Blobs blobs, Node manifest) {
    var config = new Descriptor(Objects.requireNonNull(manifest.at("config")));
    return new Configuration("configuration " + config.digestText(), blobs.read(config));
  }
}
