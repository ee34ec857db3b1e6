package dev.kiln.cli.images;

import static dev.kiln.cli.images.Layouts.gzip;
import static dev.kiln.cli.images.Layouts.image;
import static dev.kiln.cli.images.Layouts.jar;
import static dev.kiln.cli.images.Layouts.layer;
import static dev.kiln.cli.images.Layouts.layout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InnerJarsTest {
  private static final byte[] NOTHING = {};

  @TempDir private Path folder;

  @Test
  void findsTheJarsInTheImage() throws IOException {
    byte[] lower = layer("functions/b.jar", jar("B"), "other/x.jar", jar("X"), "a.jar", jar("Y"));
    byte[] upper = layer("./functions/a.jar", jar("A", "C"), "functions/.part.jar", NOTHING);
    assertEquals(List.of("A", "C", "B"), found("{}", gzip(lower), upper));
  }

  @Test
  void heedsWhatALayerReplacesAndHides() throws IOException {
    byte[] lower = layer("functions/a.jar", jar("A"), "functions/b.jar", jar("B"));
    assertEquals(List.of("A"), found("{}", lower, layer("functions/.wh.b.jar", NOTHING)));
    assertEquals(List.of("A", "D"), found("{}", lower, layer("functions/b.jar", jar("D"))));
    for (String all : List.of("functions/.wh..wh..opq", ".wh.functions", ".wh..wh..opq")) {
      assertEquals(
          List.of("D"), found("{}", lower, layer("functions/d.jar", jar("D"), all, NOTHING)));
    }
  }

  @Test
  void looksWhereTheHostInItDoes() throws IOException {
    String config =
        "{\"Env\":[\"KRM_FUNCTION_FUNCTIONS_DIR=/opt/fn/\",\"KRM_FUNCTION_NAME=B\",\"PATH=/bin\"]}";
    assertEquals(List.of("B"), found(config, layer("opt/fn/a.jar", jar("A", "B", "C"))));
    assertEquals(
        List.of("A", "C"),
        found(config.replace("=B", "=C, A"), layer("opt/fn/a.jar", jar("A", "B", "C"))));
    assertSays("KRM_FUNCTION_NAME has B, of no jar", config, layer("opt/fn/a.jar", jar("A")));
  }

  @Test
  void saysWhatFitsWhereItFindsNone() throws IOException {
    assertSays("no jars in /functions (expected: definitions by", "{}", layer("a", NOTHING));
    assertSays("/functions/a.jar: names no function", "{}", layer("functions/a.jar", jar()));
    assertSays("zip", "{}", layer("functions/a.jar", new byte[100]));
    byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0};
    assertSays("a layer that zstd packed (expected: definitions by", "{}", zstd);
  }

  @Test
  void refusesALayerOfManyEmptyMembers() throws IOException {
    byte[] empty = gzip(NOTHING);
    var bomb = ByteBuffer.allocate(empty.length * 20_000);
    while (bomb.hasRemaining()) {
      bomb.put(empty);
    }
    assertSays("more than 100 empty members in a row", "{}", bomb.array());
  }

  @Test
  void readsALayerOfSeveralMembers() throws IOException {
    byte[] layer = layer("functions/a.jar", jar("A"));
    byte[] head = gzip(Arrays.copyOf(layer, 700));
    byte[] rest = gzip(Arrays.copyOfRange(layer, 700, layer.length));
    byte[] empty = gzip(NOTHING);
    byte[] all =
        ByteBuffer.allocate(head.length + empty.length + rest.length)
            .put(head)
            .put(empty)
            .put(rest)
            .array();
    assertEquals(List.of("A"), found("{}", all));
  }

  @Test
  void believesNoLayerThatIsDamaged() throws IOException {
    byte[] layer = layer("functions/a.jar", jar("A"));
    layout(folder, image(folder, "amd64", "{}", layer));
    Path file = folder.resolve("blobs/sha256").resolve(Layouts.sha256(layer));
    layer[layer.length - 1] = 1;
    Files.write(file, layer);
    String said = assertThrows(ImageException.class, this::annotate).getMessage();
    assertTrue(said.contains("other bytes (expected: sha256:"), said);
    Files.delete(file);
    said = assertThrows(ImageException.class, this::annotate).getMessage();
    assertTrue(said.endsWith("is not there"), said);
  }

  private void assertSays(String about, String config, byte[]... layers) throws IOException {
    layout(folder, image(folder, "amd64", config, layers));
    String said = assertThrows(ImageException.class, this::annotate).getMessage();
    assertTrue(said.contains(about), said);
  }

  private List<String> found(String config, byte[]... layers) throws IOException {
    layout(folder, image(folder, "amd64", config, layers));
    return annotate();
  }

  private List<String> annotate() {
    var images = new OciImages(new FolderStore(folder), "");
    return images.annotate(new Source.OfItsJars()).getFirst().definitions().names();
  }
}
