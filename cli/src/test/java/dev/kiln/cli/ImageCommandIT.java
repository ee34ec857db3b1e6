package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCommandIT {
  @TempDir private Path folder;
  private String layout = "";
  private String definition = "";

  @BeforeEach
  void makeImage() throws Exception {
    String config = blob("config", "{\"os\":\"linux\",\"architecture\":\"amd64\"}");
    String manifest =
        blob("manifest", "{\"schemaVersion\":2,\"config\":%s,\"layers\":[]}".formatted(config));
    Files.writeString(
        folder.resolve("index.json"),
        "{\"schemaVersion\":2,\"manifests\":[%s]}".formatted(manifest));
    layout = folder.toString();
    definition = folder.resolve("definition.yaml").toString();
    Files.writeString(
        Path.of(definition), KilnRun.run("functions", "set-labels", "-o", "yaml").stdout());
  }

  private String blob(String type, String json) throws Exception {
    byte[] bytes = json.getBytes(UTF_8);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    Path blobs = Files.createDirectories(folder.resolve("blobs/sha256"));
    Files.write(blobs.resolve(digest), bytes);
    return "{\"mediaType\":\"application/vnd.oci.image."
        + type
        + ".v1+json\",\"digest\":\"sha256:"
        + digest
        + "\",\"size\":"
        + bytes.length
        + "}";
  }

  @Test
  void writesDefinitionsAndTellsThem() throws Exception {
    KilnRun written = KilnRun.run("image", "annotate", layout, "--definition", definition);
    assertThat(written.stderr()).isEmpty();
    assertThat(written.stdout())
        .startsWith("linux/amd64: set-labels\n  as annotation and label\n  sha256:")
        .contains(" -> sha256:");
    KilnRun again = KilnRun.run("image", "annotate", "oci:" + layout, "-d", definition);
    assertThat(again.stdout()).endsWith(", as before\n");

    KilnRun told = KilnRun.run("image", "inspect", layout);
    assertThat(told.exit()).isZero();
    assertThat(told.stdout())
        .contains(" (linux/amd64)\n", "found in     annotation\n", "runs as      root, for it")
        .contains("spec         v2, v1: started once, as a server\n", "idempotent   yes\n")
        .contains("NAME ", "v1/ConfigMap   v2, v1   yes ", "   kiln.dev/functions/set-labels");
  }

  @Test
  void givesTheDefinitionsThemselves() throws Exception {
    KilnRun.run("image", "annotate", layout, "-d", definition);
    Node expected = Yaml.parse(Files.readString(Path.of(definition)));
    Node json = Yaml.parse(KilnRun.run("image", "inspect", layout, "-o", "json").stdout());
    Node yaml = Yaml.parse(KilnRun.run("image", "inspect", layout, "-o", "yaml").stdout());
    assertThat(json.hasSameValueAs(expected)).isTrue();
    assertThat(yaml.hasSameValueAs(expected)).isTrue();
  }

  @Test
  void failsWhereAnImageTellsNothing() throws Exception {
    KilnRun told = KilnRun.run("image", "inspect", layout);
    assertThat(told.exit()).isEqualTo(1);
    assertThat(told.stdout()).isEmpty();
    assertThat(told.stderr())
        .contains("says nothing of functions", "(expected: kiln image annotate)");
    assertThat(KilnRun.run("image", "annotate", layout).stderr())
        .contains("no jars in /functions (expected: definitions by --definition FILE or");
  }

  @Test
  void warnsOfADefinitionWithoutSpecVersions() throws Exception {
    String text = Files.readString(Path.of(definition));
    Files.writeString(Path.of(definition), text.replace("conformWithSpecVersions", "other"));
    assertThat(KilnRun.run("image", "annotate", layout, "-d", definition).stderr())
        .startsWith("warning: set-labels says nothing under conformWithSpecVersions: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"annotate", "inspect"})
  void explainsItself(String command) throws Exception {
    assertThat(KilnRun.run("image", command, "--help").stdout())
        .startsWith("usage: kiln image " + command + " IMAGE [flags]\n")
        .contains("oci-archive:FILE[:TAG]", "--engine");
    assertThat(KilnRun.run("image", command).stderr()).startsWith("error: no image given\n");
    assertThat(KilnRun.run("image", command, "a", "b").stderr())
        .startsWith("error: unexpected argument: b\n");
    assertThat(KilnRun.run("image", command, "./none").stderr())
        .startsWith("error: ./none: is not there (expected: a folder with an OCI layout");
    assertThat(KilnRun.run("image", command, "fn", "--engine", "no-such-engine").stderr())
        .contains("there is no engine to ask: --engine: no-such-engine is not on PATH");
  }

  @Test
  void asksWhatWasMeant() throws Exception {
    assertThat(KilnRun.run("image", "inspct", layout).stderr())
        .startsWith("error: unknown command \"inspct\" for \"kiln image\"\n\nDid you mean this?");
    assertThat(KilnRun.run("image", "inspect", layout, "-o", "xml").stderr())
        .startsWith("error: --output: \"xml\" (expected: table, yaml or json)\n");
  }
}
