package dev.kiln.cli.images;

import dev.kiln.runtime.containers.ImageMetadata;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The images of an archive as {@code docker save} wrote it first: they have labels alone. */
final class DockerImages implements Target {
  static final String MANIFEST = "manifest.json";

  private final Store store;
  private final String tag;

  /**
   * Reads nothing yet.
   *
   * @param tag of the image that is meant; empty if there is one alone
   */
  DockerImages(Store store, String tag) {
    this.store = store;
    this.tag = tag;
  }

  /** An image in the list, at that place. */
  private record Listed(int at, Node json) {
    String file() {
      return json.find("Config").flatMap(Node::string).orElse("");
    }

    List<String> names() {
      return texts("RepoTags").toList();
    }

    Stream<String> texts(String list) {
      return json.find(list).map(Node::items).orElse(List.of()).stream()
          .flatMap(one -> one.string().stream());
    }
  }

  @Override
  public List<InspectedImage> inspect() {
    Listed image = chosen(store.json(MANIFEST));
    Configuration config = configuration(image);
    String name = image.names().stream().findFirst().orElse(image.file());
    return List.of(
        new InspectedImage(
            config.platform(),
            ImageMetadata.inspect(name, config.user(), Stream.of(config.labels()))));
  }

  @Override
  public List<AnnotatedImage> annotate(Source source) {
    Node manifest = store.json(MANIFEST);
    Listed image = chosen(manifest);
    Configuration config = configuration(image);
    Definitions definitions = Definitions.of(source, () -> contents(image, config));
    byte[] labelled = config.with(definitions).bytes();
    Digest before = Digest.of(config.json().bytes());
    Digest after = Digest.of(labelled);
    if (!before.equals(after)) {
      rewrite(manifest, image, labelled, image.file().replace(before.hex(), after.hex()));
    }
    return List.of(
        new AnnotatedImage(
            config.platform(),
            image.names().stream().findFirst().orElse(""),
            before.toString(),
            after.toString(),
            false,
            definitions));
  }

  private void rewrite(Node manifest, Listed image, byte[] config, String file) {
    Node changed = manifest.edit(edit -> edit.set("[" + image.at() + "].Config", file));
    boolean gone = listed(changed).noneMatch(each -> each.file().equals(image.file()));
    Map<String, byte[]> written = new LinkedHashMap<>();
    written.put(file, config);
    written.put(MANIFEST, changed.bytes());
    store.rewrite(new Store.Rewriting(written, gone ? Set.of(image.file()) : Set.of()));
  }

  private Contents contents(Listed image, Configuration config) {
    return new Contents(
        store.path().toString(),
        config.json(),
        image.texts("Layers").<Contents.Layer>map(layer -> () -> store.open(layer)).toList());
  }

  private Configuration configuration(Listed image) {
    Node json = store.json(image.file());
    String name = image.file().replaceFirst("\\.json$", "").replaceFirst("^.*[/:]", "");
    Optional<Digest> said = Digest.find("sha256:" + name);
    if (said.isPresent() && !said.get().isOf(json.bytes())) {
      throw new ImageException(
          store.place(image.file()), Digest.of(json.bytes()).toString(), "what its name says");
    }
    return new Configuration(store.place(image.file()), json);
  }

  private static Stream<Listed> listed(Node manifest) {
    var all = new ArrayList<Listed>();
    for (Node each : manifest.items()) {
      all.add(new Listed(all.size(), each));
    }
    return all.stream();
  }

  private Listed chosen(Node manifest) {
    List<Listed> all = listed(manifest).toList();
    List<Listed> meant =
        all.stream().filter(each -> tag.isEmpty() || each.names().contains(tag)).toList();
    if (meant.size() != 1) {
      String names =
          all.stream().flatMap(each -> each.names().stream()).collect(Collectors.joining(", "));
      throw new ImageException(
          store.path().toString(),
          all.isEmpty() ? "no image" : tag.isEmpty() ? "several images" : "no image " + tag,
          "docker-archive:" + store.path() + ":NAME, with one of the names " + names);
    }
    return meant.getFirst();
  }
}
