package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A package that goes through a ResourceList into a new folder keeps its text. */
class SourceSinkTest {
  private static final String ITEM =
      """
      apiVersion: v1
      kind: ConfigMap # which
      metadata:
        name: a
      data:
        # one
        x: y
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Copyright\n#\n# Licensed\n\n",
        "# Copyright\n\n# about it\n",
        "# about it\n",
        "#\n#  indented\n",
        "# Copyright\n\n\n# about it\n\n",
      })
  void keepsTheCommentsBeforeTheFirstKey(String comments) throws IOException {
    assertThat(copied(comments + ITEM)).isEqualTo(comments + ITEM);
  }

  @ParameterizedTest
  @ValueSource(strings = {"# the end\n", "\n# the end\n", "# the\n# end\n", "  # of the data\n"})
  void keepsTheCommentsAfterTheLastKey(String comments) throws IOException {
    assertThat(copied(ITEM + comments)).isEqualTo(ITEM + comments);
  }

  @Test
  void keepsThemWithEachDocument() throws IOException {
    String second = ITEM.replace("name: a", "name: b");
    String text =
        "# Copyright\n\n" + ITEM + "# end of a\n---\n# about b\n" + second + "# end of b\n";

    assertThat(copied(text)).isEqualTo(text);
  }

  @Test
  void keepsThemAboveAMarker() throws IOException {
    String text = "# Copyright\n---\n# about a\n" + ITEM;

    assertThat(copied(text)).isEqualTo("# Copyright\n\n# about a\n" + ITEM);
  }

  @Test
  void keepsWhatAnnotationsHaveAbove() throws IOException {
    String text =
        """
        # Copyright

        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: a
          annotations:
            # why
            x: y
        # end
        """;

    assertThat(copied(text)).isEqualTo(text);
  }

  private String copied(String text) throws IOException {
    Path from = Files.createDirectory(folder.resolve("from"));
    Files.writeString(from.resolve("a.yaml"), text);
    byte[] list = PackageSource.of(read(from).items()).bytes();
    PackageFolder to = read(Files.createDirectory(folder.resolve("to")));
    to.plan(PackageSink.of(to.items(), PackageSource.read(list)).placed()).write();
    return Files.readString(folder.resolve("to/a.yaml"));
  }

  private static PackageFolder read(Path root) {
    return PackageFolder.read(root, ReadOptions.defaults());
  }
}
