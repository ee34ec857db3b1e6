package dev.kiln.cli.images;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.cli.images.Target.AnnotatedImage;
import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Containers;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.EngineImages;
import dev.kiln.runtime.containers.ImageFacts;
import dev.kiln.runtime.containers.ImageInspection;
import dev.kiln.runtime.containers.ImageMetadata;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.testkit.Podman;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StoredImageTest {
  private static final String KEPT_LABEL = "example.com/kept=yes";

  private static Podman podman;

  @BeforeAll
  static void build() throws IOException {
    podman = Podman.with("package main\n\nfunc main() {}\n");
  }

  @AfterAll
  static void remove() throws IOException {
    if (podman != null) {
      podman.close();
    }
  }

  @Test
  void writesWhatTheEngineAndAHostRead() {
    String image = podman.variant("annotated", "--label", KEPT_LABEL, "--user", "65534");
    String layers = podman.say("image", "inspect", "--format", "{{.RootFS.Layers}}", image);
    AnnotatedImage done = annotate(image, "a", "b");
    assertTrue(done.isChanged());
    assertTrue(done.asAnnotation());

    Node inspected = Yaml.parse(podman.say("image", "inspect", image)).items().getFirst();
    assertEquals(done.after(), inspected.find("Id").orElseThrow().text());
    String written = text(inspected, "Annotations");
    assertEquals(written, text(inspected, "Config.Labels"));
    assertEquals(2, Yaml.parse(written).size());
    assertTrue(
        inspected.find("Config.Labels").orElseThrow().toString().contains("example.com/kept"));
    assertEquals(layers, podman.say("image", "inspect", "--format", "{{.RootFS.Layers}}", image));
    podman.say("run", "--rm", "--network", "none", image);

    try (var containers = new Containers(Engine.of(List.of("podman"), podman.environment()))) {
      ImageFacts facts = containers.inspect(ContainerSpec.of(image).withPull(PullPolicy.NEVER));
      assertEquals(
          List.of("a", "b"), facts.definitions().stream().map(FunctionDefinition::name).toList());
      assertTrue(facts.isServer());
    }
    ImageInspection seen = stored(image).inspect().getFirst().inspection();
    assertEquals("annotation", seen.foundIn());
    assertEquals("65534", seen.user());

    AnnotatedImage again = annotate(image, "a", "b");
    assertFalse(again.isChanged());
    AnnotatedImage other = annotate(image, "c");
    assertEquals(
        List.of("c"),
        stored(image).inspect().getFirst().inspection().facts().definitions().stream()
            .map(FunctionDefinition::name)
            .toList());
    podman.say("rmi", done.before(), other.before());
  }

  private static String text(Node inspected, String map) {
    Node texts = inspected.find(map).orElseThrow();
    return texts.find(Path.keys(ImageMetadata.KEY)).orElseThrow().text();
  }

  @Test
  void keepsAnImageInDockersFormatAsItIs() throws IOException {
    String image = podman.inDockersFormat("docker");
    AnnotatedImage done = annotate(image, "a");
    assertFalse(done.asAnnotation());
    Node inspected = Yaml.parse(podman.say("image", "inspect", image)).items().getFirst();
    assertTrue(inspected.toString().contains("/nothing-to-check"), inspected::toString);
    assertEquals("label", stored(image).inspect().getFirst().inspection().foundIn());
    podman.say("rmi", done.before());
  }

  @Test
  void refusesWhatItCannotPutBack() {
    String id = podman.say("image", "inspect", "--format", "{{.Id}}", podman.plain());
    assertSays("has no name, and annotated it is another image (expected: NAME:TAG)", id);
    assertSays("is not there: podman says: ", "localhost/no-such-image:v1");
    assertSays("is no image's name", "--help");
    assertEquals(id, podman.say("image", "inspect", "--format", "{{.Id}}", podman.plain()));
  }

  @Test
  void refusesAListOfImages() {
    String list = podman.list("list");
    try {
      assertSays("is a list of manifests (expected: one of its images", list);
    } finally {
      podman.say("manifest", "rm", list);
    }
  }

  private static void assertSays(String about, String image) {
    String said = assertThrows(ImageException.class, () -> annotate(image, "a")).getMessage();
    assertTrue(said.contains(about), said);
  }

  private static AnnotatedImage annotate(String image, String... functions) {
    List<FunctionDefinition> all =
        List.of(functions).stream()
            .map(name -> definition(name).getBytes(StandardCharsets.UTF_8))
            .map(FunctionDefinition::parse)
            .toList();
    return stored(image).annotate(new Source.Given(new Definitions(all))).getFirst();
  }

  private static StoredImage stored(String image) {
    return new StoredImage(
        new EngineImages(Engine.of(List.of("podman"), podman.environment())), image);
  }

  private static String definition(String name) {
    return """
    apiVersion: config.kubernetes.io/v1alpha1
    kind: KRMFunctionDefinition
    metadata: {name: %s}
    spec:
      group: example.com
      names: {kind: K}
      versions: [{name: v1, conformWithSpecVersions: [v2, v1]}]
    """
        .formatted(name);
  }
}
