package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that functions give back without the annotations that identify them. */
class ItemIdentityTest {
  @TempDir private Path temp;
  private Folder folder;

  @BeforeEach
  void make() {
    folder = new Folder(temp.resolve("package"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sed '/config.kubernetes.io.path/d; /config.kubernetes.io.index/d'", // the id is left
        "sed '/config.k.*io.id/d; /config.kubernetes.io/d; s/annotations:/annotations: {}/'",
        "sed '/io.id:/d; /io.path:/d; /io.index:/d; /annotations:/d'",
        "sed 's#internal.config.kubernetes.io/id:.*#internal.config.kubernetes.io/id: what#'",
        "sed 's#io/id:.*#io/id: what#'"
      })
  void knowsAnItemAgainThatLostItsAnnotations(String script) {
    folder.with("a/b.yaml", "# top\n" + Folder.data("1")).withMap("c.yaml", "y", "2");
    folder.run(folder.step("lose", script + " | sed 's/a: 1/a: 5/'"));
    assertThat(folder.files()).containsOnlyKeys("a/b.yaml", "c.yaml");
    assertThat(folder.file("a/b.yaml")).isEqualTo("# top\n" + Folder.data("5"));
  }

  @Test
  void takesACopyThatKeptItsIdForANewItem() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(
        folder.step(
            "copy",
            "sed -n '1,/^items/p; /^items/,$w '$0.items; sed 1d $0.items | sed 's/name: x/name: y/'; sed 1d $0.items"));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(Folder.data("1") + "---\n" + Folder.data("1").replace("name: x", "name: y"));
  }

  /** Drops all annotations that Kiln sets. */
  private static final String FORGET = "sed '/config.k/d; /annotations:/d";

  @Test
  void tellsItemsOfOneNameApartWithoutAnnotations() {
    folder
        .with("a/x.yaml", "# in a\n" + Folder.data("1"))
        .with("b/x.yaml", "# in b\n" + Folder.data("2"));

    folder.run(folder.step("forget", FORGET + "; s/a: 2/a: 3/'"));

    assertThat(folder.files())
        .containsEntry("a/x.yaml", "# in a\n" + Folder.data("1"))
        .containsEntry("b/x.yaml", "# in b\n" + Folder.data("3"))
        .hasSize(2);
  }

  @Test
  void deletesTheRightOneOfSeveralOfOneName() {
    folder.with("a/x.yaml", Folder.data("1")).with("b/x.yaml", "# in b\n" + Folder.data("2"));

    folder.run(folder.step("first", FORGET + "' | awk '/^- /{n++} n!=1'"));

    assertThat(folder.files()).isEqualTo(Map.of("b/x.yaml", "# in b\n" + Folder.data("2")));
  }

  @Test
  void knowsAnItemAgainThatWasRenamed() {
    folder.with("a.yaml", Folder.data("1").replace("name: x", "name: x # first"));
    folder.run(folder.step("rename", "sed 's/name: x/name: z/'"));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(Folder.data("1").replace("name: x", "name: z # first"));
  }
}
