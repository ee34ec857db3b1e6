package dev.kiln.cli.images;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.cli.images.Target.AnnotatedImage;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.EngineImages;
import dev.kiln.runtime.containers.ImageInspection;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.testkit.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A docker that keeps images without annotations, as most do. */
class DockerStoreTest {
  private static final String DOCKER =
      """
      cd "$(dirname "$0")"
      echo "$1" >>log
      config=$(sed 's/.*"Config":"\\([^"]*\\)".*/\\1/' image/manifest.json)
      case $1 in
        --version) echo 'Docker version 28.2.2, build e6534b4' ;;
        info) printf 'here\\n1\\nLinux\\n\\n' ;;
        image)
          [ "$3" = fn:v1 ] || { echo "no such image: $3" >&2; exit 1; }
          echo "[{\\"Id\\":\\"$config\\","
          sed 's/"config":/"Config":/; s/^{//; s/$/]/' "image/$config"
          ;;
        save) tar -cf "$3" -C image . ;;
        load)
          [ ! -e broken ] || exit 0
          rm -r image && mkdir image && tar -xf "$3" -C image
          ;;
        *) exit 1 ;;
      esac
      """;
  private static final String DEFINITION =
      """
      apiVersion: config.kubernetes.io/v1alpha1
      kind: KRMFunctionDefinition
      metadata: {name: a}
      spec: {group: example.com, names: {kind: K}}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void makeImage() throws IOException {
    Path image = Files.createDirectory(folder.resolve("image"));
    Files.writeString(image.resolve("config.json"), "{\"config\":{\"User\":\"1\"}}");
    Files.writeString(
        image.resolve("manifest.json"),
        "[{\"Config\":\"config.json\",\"RepoTags\":[\"fn:v1\"],\"Layers\":[]}]");
    Script.write(folder, "docker", DOCKER);
  }

  @Test
  void keepsALabel() throws IOException {
    AnnotatedImage done = annotate("fn:v1").getFirst();
    assertFalse(done.asAnnotation());
    ImageInspection seen = image("fn:v1").inspect().getFirst().inspection();
    assertEquals("label", seen.foundIn());
    assertEquals("1", seen.user());
    assertEquals("a", seen.facts().definitions().getFirst().name());
    annotate("fn:v1"); // as before: nothing to put back
    assertEquals(
        1, Files.readAllLines(folder.resolve("log")).stream().filter("load"::equals).count());
  }

  @Test
  void isNotBelievedIfItDidNotKeepIt() throws IOException {
    Files.createFile(folder.resolve("broken"));
    String said = assertThrows(ImageException.class, () -> annotate("fn:v1")).getMessage();
    assertTrue(said.endsWith(" did not keep the definitions"), said);
  }

  @Test
  void saysThatItHasNoSuchImage() {
    String said = assertThrows(ImageException.class, () -> annotate("fn:v2")).getMessage();
    assertEquals("image fn:v2 is not there: docker says: no such image: fn:v2", said);
  }

  private List<AnnotatedImage> annotate(String name) {
    var definition = FunctionDefinition.parse(DEFINITION.getBytes(StandardCharsets.UTF_8));
    return image(name).annotate(new Source.Given(new Definitions(List.of(definition))));
  }

  private StoredImage image(String name) {
    Map<String, String> environment =
        Map.of("PATH", folder + ":" + System.getenv().getOrDefault("PATH", ""));
    return new StoredImage(new EngineImages(Engine.find(environment)), name);
  }
}
