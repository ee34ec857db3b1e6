package dev.kiln.runtime.containers;

import dev.kiln.runtime.containers.ImageMetadata.Carrier;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** Fetches the images of an engine as the pull policy says, and reads their metadata. */
final class ImageInspector {
  private static final Duration PULL_LIMIT = Duration.ofMinutes(15);

  private final Engine engine;
  private final Map<ImageRequest, CompletableFuture<ImageFacts>> fetches =
      new ConcurrentHashMap<>();

  ImageInspector(Engine engine) {
    this.engine = engine;
  }

  private record ImageRequest(String image, PullPolicy pull) {}

  /**
   * Fetches an image once for all threads that wait for it. The fetch continues if one of them
   * gives up: the others still wait, and the next caller finds the image present.
   */
  ImageFacts facts(ContainerSpec spec) {
    var wanted = new ImageRequest(spec.image(), spec.pull());
    var mine = new CompletableFuture<ImageFacts>();
    CompletableFuture<ImageFacts> others = fetches.putIfAbsent(wanted, mine);
    if (others == null) {
      Thread.startVirtualThread(() -> fetch(wanted, mine));
    }
    try {
      return (others == null ? mine : others).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("image " + spec.image() + ": the call was cancelled");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof EngineException said
          ? new EngineException(String.valueOf(said.getMessage()))
          : new IllegalStateException(e.getCause());
    }
  }

  private void fetch(ImageRequest wanted, CompletableFuture<ImageFacts> facts) {
    try {
      ImageFacts read = fetch(wanted);
      fetches.remove(wanted);
      facts.complete(read);
    } catch (RuntimeException e) {
      fetches.remove(wanted);
      facts.completeExceptionally(e);
    }
  }

  private ImageFacts fetch(ImageRequest wanted) {
    String image = wanted.image();
    if (wanted.pull() == PullPolicy.ALWAYS) {
      pull(image);
    }
    EngineOutput found = inspect(image);
    if (!found.isSuccess() && wanted.pull() == PullPolicy.MISSING) {
      pull(image);
      found = inspect(image);
    }
    if (!found.isSuccess()) {
      String why =
          wanted.pull() == PullPolicy.DRY_RUN
              ? ", and a dry run pulls no image that a resource declares (expected:"
                  + " --image-pull-policy IfNotPresent, if it may be pulled)"
              : " (pull policy: " + wanted.pull() + ")";
      throw notFound(image, why, found);
    }
    Node inspected = tree(image, found.out());
    ResolvedImage.of(inspected).requireNamed(image, engine.kind());
    return ImageMetadata.facts(image, carriers(image, inspected));
  }

  /** Reads the metadata of an image that is already present, and where it was found. */
  ImageInspection inspection(String image) {
    Node inspected = require(image);
    String user = inspected.find("Config.User").flatMap(Node::string).orElse("");
    return ImageMetadata.inspect(image, user, carriers(image, inspected));
  }

  /** The engine's description of an image; nothing is fetched. */
  Node require(String image) {
    EngineOutput found = inspect(image);
    if (!found.isSuccess()) {
      throw notFound(image, "", found);
    }
    return tree(image, found.out());
  }

  private EngineException notFound(String image, String why, EngineOutput output) {
    return new EngineException(
        "image %s is not there%s: %s says: %s"
            .formatted(image, why, engine.kind().command(), output.messageTail()));
  }

  private EngineOutput inspect(String image) {
    return engine.query("image", "inspect", image);
  }

  private void pull(String image) {
    EngineOutput pulled = engine.query(PULL_LIMIT, "pull", "--quiet", image);
    if (!pulled.isSuccess()) {
      throw new EngineException(
          "image %s cannot be pulled: %s says: %s"
              .formatted(image, engine.kind().command(), pulled.messageTail()));
    }
  }

  /**
   * The places that may hold metadata, by precedence: manifest, index, label. Each is read only if
   * the ones before it hold nothing. Of all engines, only nerdctl keeps the index of an image that
   * it pulled for one platform. The registry is not asked for the index, because that may need a
   * network that is not available.
   */
  private Stream<Carrier> carriers(String image, Node inspected) {
    Stream<Carrier> more =
        switch (engine.kind()) {
          case DOCKER -> Stream.of(Carrier.of("annotation", inspected, "Descriptor.annotations"));
          case PODMAN ->
              Stream.concat(
                  Stream.of(Carrier.of("annotation", inspected, "Annotations")),
                  Stream.of(image).map(this::podmanIndex));
          case NERDCTL -> Stream.of(image).flatMap(this::nerdctlAnnotations);
        };
    return Stream.concat(more, Stream.of(Carrier.of("label", inspected, "Config.Labels")));
  }

  /** The index of an image that is a manifest list built on this machine. */
  private Carrier podmanIndex(String image) {
    Optional<Node> list =
        engine.query("manifest", "exists", image).isSuccess()
            ? Optional.of(engine.query("manifest", "inspect", image))
                .filter(EngineOutput::isSuccess)
                .flatMap(answer -> tree(image, answer.out()).find("annotations"))
            : Optional.empty();
    return new Carrier("annotation of the index", list);
  }

  private Stream<Carrier> nerdctlAnnotations(String image) {
    EngineOutput answer = engine.query("image", "inspect", "--mode=native", image);
    if (!answer.isSuccess()) {
      return Stream.of();
    }
    Node inspected = tree(image, answer.out());
    return Stream.of(
        Carrier.of("annotation", inspected, "Manifest.annotations"),
        Carrier.of("annotation of the index", inspected, "Index.annotations"));
  }

  /** The engine's answer, without the list that some engines wrap around it. */
  private Node tree(String image, String json) {
    try {
      Node root = Yaml.parse(json);
      return root.isList() && root.size() > 0 ? root.items().getFirst() : root;
    } catch (BadYaml e) {
      throw new EngineException(
          "image %s: the output of %s is not JSON: %s"
              .formatted(image, engine.kind().command(), e.getMessage()));
    }
  }
}
