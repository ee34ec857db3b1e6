package dev.kiln.cli.images;

import static dev.kiln.cli.images.Layouts.digest;
import static dev.kiln.cli.images.Layouts.files;
import static dev.kiln.cli.images.Layouts.image;
import static dev.kiln.cli.images.Layouts.index;
import static dev.kiln.cli.images.Layouts.json;
import static dev.kiln.cli.images.Layouts.layout;
import static dev.kiln.cli.images.Layouts.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.cli.images.Target.AnnotatedImage;
import dev.kiln.cli.images.Target.InspectedImage;
import dev.kiln.runtime.containers.ImageMetadata;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OciImagesTest {
  private static final dev.kiln.yaml.node.Path ANNOTATION =
      dev.kiln.yaml.node.Path.keys("annotations", ImageMetadata.KEY);
  private static final dev.kiln.yaml.node.Path LABEL =
      dev.kiln.yaml.node.Path.keys("config", "Labels", ImageMetadata.KEY);
  private static final String ONE =
      """
      {"apiVersion":"config.kubernetes.io/v1alpha1","kind":"KRMFunctionDefinition",\
      "metadata":{"name":"a"},"spec":{"group":"example.com","names":{"kind":"K"},\
      "description":"says \\"hello\\"","versions":[{"name":"v1",\
      "conformWithSpecVersions":["v2","v1"],"idempotent":true,"runtime":{"container":\
      {"image":"example.com/fn:v1","sha256":"0123456789abcdef"}}}]}}""";

  @TempDir private Path folder;

  @Test
  void writesAnAnnotationAndALabel() throws IOException {
    layout(folder, named(image(folder, "amd64"), "v1"));
    AnnotatedImage done = annotate("a").getFirst();
    Layouts.verify(folder);
    Node descriptor = index(folder).find("manifests[0]").orElseThrow();
    assertEquals(done.after(), descriptor.find("digest").orElseThrow().text());
    Node manifest = json(folder, done.after());
    assertEquals(ONE, manifest.find(ANNOTATION).orElseThrow().text());
    Node config = json(folder, manifest.find("config.digest").orElseThrow().text());
    assertEquals(ONE, config.find(LABEL).orElseThrow().text());
    assertEquals("b", config.find("config.Labels.a").orElseThrow().text());
    assertEquals("v1", new Descriptor(descriptor).name().orElseThrow());
  }

  @Test
  void isReadAsAHostReadsIt() throws IOException {
    layout(folder, named(image(folder, "amd64"), "v1"));
    annotate("a", "b");
    InspectedImage seen = open("").inspect().getFirst();
    assertEquals(List.of("a", "b"), names(seen));
    assertEquals("annotation", seen.inspection().foundIn());
    assertEquals("65534", seen.inspection().user());
    assertEquals("linux/amd64", seen.platform());
    assertTrue(seen.inspection().facts().isServer());
    assertTrue(seen.inspection().facts().isIdempotent());
    assertEquals(List.of(), seen.inspection().facts().warnings());
  }

  @Test
  void tellsThatThereIsNothing() throws IOException {
    layout(folder, image(folder, "amd64"));
    InspectedImage seen = open("").inspect().getFirst();
    assertEquals(List.of(), names(seen));
    assertEquals("", seen.inspection().foundIn());
  }

  @Test
  void replacesWhatThereWas() throws IOException {
    layout(folder, image(folder, "amd64"));
    annotate("a", "b");
    annotate("c");
    assertEquals(List.of("c"), names(open("").inspect().getFirst()));
    Map<String, String> files = files(folder);
    assertEquals(4, files.size(), files::toString); // index, layout, manifest, configuration
    AnnotatedImage again = annotate("c").getFirst();
    assertFalse(again.isChanged());
    assertEquals(files, files(folder));
  }

  @Test
  void makesTheLabelsThatAreMissing() throws IOException {
    for (String config : List.of("{}", "null", "{\"Labels\":null}")) {
      layout(folder, image(folder, "amd64", config));
      annotate("a");
      Layouts.verify(folder);
      assertEquals(List.of("a"), names(open("").inspect().getFirst()));
    }
  }

  @Test
  void writesEachPlatform() throws IOException {
    String index = index(folder, image(folder, "amd64"), image(folder, "arm64"));
    layout(folder, named(index, "v1"));
    List<AnnotatedImage> done = annotate("a");
    Layouts.verify(folder);
    assertEquals(
        List.of("linux/amd64", "linux/arm64"),
        done.stream().map(AnnotatedImage::platform).toList());
    List<InspectedImage> seen = open("").inspect();
    assertEquals(
        List.of("linux/amd64", "linux/arm64"),
        seen.stream().map(InspectedImage::platform).toList());
    seen.forEach(each -> assertEquals(List.of("a"), names(each)));
    seen.forEach(each -> assertEquals("v1", each.inspection().facts().image()));
    done.forEach(each -> assertEquals("v1", each.name()));
    assertEquals(7, files(folder).size()); // two of each, the index twice, and the mark
  }

  @Test
  void leavesOtherImagesAlone() throws IOException {
    String other = image(folder, "arm64");
    layout(folder, named(image(folder, "amd64"), "mine"), named(other, "other"));
    Map<String, String> before = files(folder);
    String refused = assertThrows(ImageException.class, () -> annotate("a")).getMessage();
    assertTrue(refused.contains("several images") && refused.contains("mine, other"), refused);
    assertTrue(
        assertThrows(ImageException.class, () -> open("none").inspect())
            .getMessage()
            .contains("no image none"));
    assertEquals(before, files(folder));
    open("mine").annotate(given("a"));
    Layouts.verify(folder);
    assertEquals(List.of(), names(open("other").inspect().getFirst()));
    assertEquals(digest(other), index(folder).find("manifests[1].digest").orElseThrow().text());
  }

  @Test
  void keepsWhatAnotherTagStillRefersTo() throws IOException {
    String image = image(folder, "amd64");
    layout(folder, named(image, "mine"), named(image, "other"));
    open("mine").annotate(given("a"));
    Layouts.verify(folder);
    assertEquals(digest(image), index(folder).find("manifests[1].digest").orElseThrow().text());
    assertEquals(List.of(), names(open("other").inspect().getFirst()));
    assertEquals(List.of("a"), names(open("mine").inspect().getFirst()));
  }

  @Test
  void leavesSignaturesAndAttestationsAlone() throws IOException {
    String image = image(folder, "amd64");
    String empty = Layouts.blob(folder, "application/vnd.oci.empty.v1+json", "{}");
    String artifact = Layouts.blob(folder, Layouts.MANIFEST_TYPE, Layouts.manifest(empty, ""));
    String attestation =
        Layouts.with(image(folder, "unknown"), "vnd.docker.reference.type", "attestation-manifest");
    layout(folder, index(folder, image, attestation, artifact));
    assertEquals(1, annotate("a").size());
    Layouts.verify(folder);
    Node inner = json(folder, index(folder).find("manifests[0].digest").orElseThrow().text());
    assertEquals(digest(attestation), inner.find("manifests[1].digest").orElseThrow().text());
    assertEquals(digest(artifact), inner.find("manifests[2].digest").orElseThrow().text());
    assertEquals(1, open("").inspect().size());
  }

  @Test
  void writesALabelAloneWhereThereAreNoAnnotations() throws IOException {
    String type = "application/vnd.docker.distribution.manifest.v2+json";
    layout(folder, image(folder, "amd64").replace(Layouts.MANIFEST_TYPE, type));
    assertFalse(annotate("a").getFirst().asAnnotation());
    Layouts.verify(folder);
    assertEquals("label", open("").inspect().getFirst().inspection().foundIn());
  }

  @Test
  void warnsOfALabelThatSaysSomethingElse() throws IOException {
    String label = ONE.replace("\"a\"", "\"base\"").replace("\\", "\\\\").replace("\"", "\\\"");
    String config = "{\"Labels\":{\"" + ImageMetadata.KEY + "\":\"" + label + "\"}}";
    layout(folder, image(folder, "amd64", config));
    assertEquals("label", open("").inspect().getFirst().inspection().foundIn());
    String old = digest(index(folder).find("manifests[0]").orElseThrow().toString());
    Node annotated =
        json(folder, old).edit(edit -> edit.set(ANNOTATION, given("a").definitions().json()));
    layout(folder, Layouts.blob(folder, Layouts.MANIFEST_TYPE, annotated.toString()));
    InspectedImage seen = open("").inspect().getFirst();
    assertEquals(List.of("a"), names(seen));
    assertEquals(1, seen.inspection().facts().warnings().size());
    assertTrue(
        seen.inspection().facts().warnings().getFirst().contains("its label says something else"));
  }

  @Test
  void refusesWhatIsDamaged() throws IOException {
    String image = image(folder, "amd64");
    layout(folder, image);
    Path manifest = blob(image);
    Path config = blob(json(folder, digest(image)).find("config").orElseThrow().toString());

    damaged(manifest, Files.readString(manifest).replace("\"layers\"", "\"Layers\""), "sha256:");
    damaged(manifest, Files.readString(manifest) + " ", "bytes (expected: ");
    damaged(config, Files.readString(config).replace("amd64", "arm64"), "sha256:");
    Path index = folder.resolve("index.json");
    damaged(index, "{\"manifests\": [", "(expected: JSON)");
    damaged(index, "{}", "no image");
    damaged(
        index,
        "{\"manifests\":[{\"digest\":\"sha256:../../../etc/passwd\",\"size\":1}]}",
        "the digest \"sha256:../../../etc/passwd\" (expected: ");
    Files.delete(config);
    Map<String, String> before = files(folder);
    String missing = assertThrows(ImageException.class, () -> annotate("a")).getMessage();
    assertTrue(missing.endsWith(config.getFileName() + ": is not there"), missing);
    assertEquals(before, files(folder));
  }

  private Path blob(String descriptor) {
    return folder.resolve("blobs").resolve(digest(descriptor).replace(':', '/'));
  }

  private void damaged(Path file, String text, String about) throws IOException {
    byte[] good = Files.readAllBytes(file);
    Files.writeString(file, text);
    Map<String, String> before = files(folder);
    String said = assertThrows(ImageException.class, () -> annotate("a")).getMessage();
    assertTrue(said.contains(about) && said.startsWith(folder.toString()), said);
    assertThrows(ImageException.class, () -> open("").inspect());
    assertEquals(before, files(folder));
    Files.write(file, good);
  }

  @Test
  void changesNothingIfItCannotWriteAll() throws IOException {
    layout(folder, image(folder, "amd64"));
    Map<String, String> empty = files(folder);
    Path twin = Files.createDirectory(folder.resolve("twin"));
    layout(twin, image(twin, "amd64"));
    String made = new OciImages(new FolderStore(twin), "").annotate(given("a")).getFirst().after();
    Siblings.removeAll(twin);

    Path inTheWay = folder.resolve("blobs").resolve(made.replace(':', '/'));
    Files.createDirectories(inTheWay.resolve("full"));
    assertThrows(ImageException.class, () -> annotate("a"));
    assertEquals(empty, files(folder));
  }

  @Test
  void saysThatAFolderMayNotBeWritten() throws IOException {
    layout(folder, image(folder, "amd64"));
    Path blobs = folder.resolve("blobs/sha256");
    Files.setPosixFilePermissions(blobs, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      Assumptions.assumeFalse(Files.isWritable(blobs), "this user may write anywhere");
      String said = assertThrows(ImageException.class, () -> annotate("a")).getMessage();
      assertTrue(said.contains("no permission for"), said);
    } finally {
      Files.setPosixFilePermissions(blobs, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private List<AnnotatedImage> annotate(String... functions) {
    return open("").annotate(given(functions));
  }

  private OciImages open(String tag) {
    return new OciImages(new FolderStore(folder), tag);
  }

  static Source.Given given(String... functions) {
    var all = new ArrayList<FunctionDefinition>();
    Stream.of(functions)
        .map(name -> Layouts.definition(name).getBytes(StandardCharsets.UTF_8))
        .map(FunctionDefinition::parse)
        .forEach(all::add);
    return new Source.Given(new Definitions(all));
  }

  static List<String> names(InspectedImage seen) {
    return seen.inspection().facts().definitions().stream().map(FunctionDefinition::name).toList();
  }
}
