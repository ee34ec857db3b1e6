package dev.kiln.cli.images;

import static dev.kiln.cli.images.Layouts.files;
import static dev.kiln.cli.images.Layouts.image;
import static dev.kiln.cli.images.Layouts.layout;
import static dev.kiln.cli.images.Layouts.named;
import static dev.kiln.cli.images.OciImagesTest.given;
import static dev.kiln.cli.images.OciImagesTest.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.cli.images.Target.AnnotatedImage;
import dev.kiln.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchivesTest {
  private static final String CONFIG = "{\"os\":\"linux\",\"architecture\":\"amd64\"}";
  private static final String CONFIG_FILE =
      Layouts.sha256(CONFIG.getBytes(StandardCharsets.UTF_8)) + ".json";

  @TempDir private Path top;
  private Path folder = Path.of("");

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(top.resolve("folder"));
  }

  @Test
  void writesAnArchiveAsItWritesAFolder() throws IOException {
    layout(folder, named(image(folder, "amd64", "{}", new byte[3000]), "v1"));
    Path archive = archive();
    AnnotatedImage done = target(archive.toString()).annotate(given("a", "b")).getFirst();
    new OciImages(new FolderStore(folder), "").annotate(given("a", "b"));
    Path unpacked = Layouts.unpacked(archive, Files.createDirectory(top.resolve("unpacked")));
    assertEquals(files(folder), files(unpacked));
    assertTrue(done.asAnnotation());
    assertEquals("v1", done.name());
    assertEquals(List.of("a", "b"), names(target("oci-archive:" + archive).inspect().getFirst()));
  }

  @Test
  void leavesNothingElseBehind() throws IOException {
    layout(folder, image(folder, "amd64"));
    Path archive = archive();
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(top.resolve("link.tar"), archive.getFileName());
    target(link.toString()).annotate(given("a"));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(
        "rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)));
    try (var all = Files.list(top)) {
      assertEquals(
          List.of("folder", "image.tar", "link.tar"),
          all.map(file -> file.getFileName().toString()).sorted().toList());
    }
    byte[] before = Files.readAllBytes(archive);
    assertFalse(target(archive.toString()).annotate(given("a")).getFirst().isChanged());
    assertEquals(Layouts.sha256(before), Layouts.sha256(Files.readAllBytes(archive)));
  }

  @Test
  void choosesByTag() throws IOException {
    layout(
        folder,
        named(image(folder, "amd64"), "localhost/fn:v1"),
        named(image(folder, "arm64"), "localhost/fn:v2"));
    Path archive = archive();
    target("oci-archive:" + archive + ":localhost/fn:v2").annotate(given("a"));
    assertEquals(
        List.of(),
        names(target("oci-archive:" + archive + ":localhost/fn:v1").inspect().getFirst()));
    assertEquals(
        List.of("a"),
        names(target("oci-archive:" + archive + ":localhost/fn:v2").inspect().getFirst()));
  }

  @Test
  void writesALabelIntoWhatDockerSaved() throws IOException {
    docker(CONFIG_FILE);
    Path archive = archive();
    AnnotatedImage done = target(archive.toString()).annotate(given("a")).getFirst();
    assertFalse(done.asAnnotation());
    assertEquals("fn:v1", done.name());
    assertEquals("linux/amd64", done.platform());
    Map<String, String> unpacked =
        files(Layouts.unpacked(archive, Files.createDirectory(top.resolve("unpacked"))));
    String config = done.after().replace("sha256:", "");
    assertEquals(config, unpacked.get(config + ".json"));
    assertFalse(unpacked.containsKey(CONFIG_FILE));
    assertEquals(
        List.of("a"), names(target("docker-archive:" + archive + ":fn:v1").inspect().getFirst()));
    assertEquals("label", target(archive.toString()).inspect().getFirst().inspection().foundIn());
  }

  private void docker(String config) throws IOException {
    Files.writeString(folder.resolve(config), CONFIG);
    Files.writeString(
        folder.resolve("manifest.json"),
        "[{\"Config\":\"%s\",\"RepoTags\":[\"fn:v1\"],\"Layers\":[]}]".formatted(config));
  }

  @Test
  void keepsBothListsOfANewerDockerInStep() throws IOException {
    String image = image(folder, "amd64");
    layout(folder, named(image, "v1"));
    String old = config(image);
    Files.writeString(
        folder.resolve("manifest.json"),
        "[{\"Config\":\"blobs/sha256/%s\",\"RepoTags\":[\"fn:v1\"],\"Layers\":[]}]".formatted(old));
    Path archive = archive();
    String after = target(archive.toString()).annotate(given("a")).getFirst().after();
    Path unpacked = Layouts.unpacked(archive, Files.createDirectory(top.resolve("unpacked")));
    Layouts.verify(unpacked);
    String config =
        Layouts.json(unpacked, after).find("config.digest").orElseThrow().text().substring(7);
    assertEquals(
        "blobs/sha256/" + config,
        Yaml.parse(Files.readAllBytes(unpacked.resolve("manifest.json")))
            .find("[0].Config")
            .orElseThrow()
            .text());
    assertFalse(files(unpacked).containsKey("blobs/sha256/" + old));
  }

  private String config(String image) throws IOException {
    return Layouts.json(folder, Layouts.digest(image))
        .find("config.digest")
        .orElseThrow()
        .text()
        .substring("sha256:".length());
  }

  @Test
  void refusesAnImageThatAnotherSharesInDockersList() throws IOException {
    String image = image(folder, "amd64");
    layout(folder, named(image, "v1"), named(image, "v2"));
    Files.writeString(
        folder.resolve("manifest.json"),
        "[{\"Config\":\"blobs/sha256/%s\"}]".formatted(config(image)));
    Path archive = archive();
    String target = "oci-archive:" + archive + ":v1";
    assertSays("two images of the configuration", () -> target(target).annotate(given("a")));
  }

  @Test
  void refusesWhatDockerSavedAndSomebodyDamaged() throws IOException {
    docker("0".repeat(64) + ".json");
    Path archive = archive();
    assertSays("what its name says", () -> target(archive.toString()).annotate(given("a")));
  }

  @Test
  void saysWhatIsNoImage() throws IOException {
    Files.writeString(folder.resolve("a"), "a");
    Path archive = archive();
    assertSays("no image (expected: a folder with", () -> target(archive.toString()));
    assertSays("no index.json", () -> target("oci:" + folder));
    assertSays("no image (expected: a folder with", () -> target(folder + "/"));
    assertSays("is not there (expected: oci:PATH", () -> target("oci:" + top.resolve("none")));
    assertSays("is not there (expected: a folder with", () -> target("./none"));
    Path text = Files.writeString(top.resolve("text"), "no archive");
    assertSays("no tar archive", () -> target(text.toString()));
    Path packed = Files.write(top.resolve("packed"), Layouts.gzip(new byte[1024]));
    assertSays("packed with gzip (expected: the archive itself", () -> target(packed.toString()));
    layout(folder, image(folder, "amd64"));
    Path oci = archive();
    assertSays("an OCI archive (expected: docker-archive)", () -> target("docker-archive:" + oci));
    byte[] whole = Files.readAllBytes(oci);
    Files.write(oci, java.util.Arrays.copyOf(whole, 700));
    assertSays("early", () -> target(oci.toString()).annotate(given("a")));
    assertTrue(Targets.find("example.com/fn:v1").isEmpty());
    assertTrue(Targets.find("fn").isEmpty());
  }

  private static void assertSays(String about, org.junit.jupiter.api.function.Executable what) {
    String said = assertThrows(ImageException.class, what).getMessage();
    assertTrue(said.contains(about), said);
  }

  private Path archive() throws IOException {
    return Layouts.archive(folder, top.resolve("image.tar"));
  }

  private static Target target(String text) {
    return Targets.find(text).orElseThrow();
  }
}
