package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageFolderTest {
  @TempDir Path root;
  private Folder folder;

  @BeforeEach
  void begin() {
    folder = new Folder(root);
  }

  @Test
  void itemsComeByPathSegmentBySegment() {
    folder.withItem("b.yaml").withItem("a.yaml").withItem("a/z.yaml").withItem("a-b/c.yml");

    assertThat(folder.read().items())
        .extracting(PackageItem::path)
        .containsExactly("a/z.yaml", "a-b/c.yml", "a.yaml", "b.yaml");
  }

  @Test
  void everyDocumentOfAFileIsAnItem() {
    folder.with("a.yaml", Folder.configMap("one") + "---\n" + Folder.configMap("two"));

    assertThat(folder.read().items())
        .extracting(item -> item.index() + item.resource().name() + item.line())
        .containsExactly("0one1", "1two6");
  }

  @Test
  void aPlanOfWhatIsThereIsEmpty() {
    folder.withItem("a.yaml").with("b.yaml", "--- # b\n" + Folder.configMap("b") + "...\n");
    var read = folder.read();

    assertThat(read.plan(Folder.placed(read, item -> item)).isEmpty()).isTrue();
  }

  @Test
  void aChangedItemIsWrittenWithItsLine() {
    folder.with(
        "a.yaml", "# above\n" + Folder.configMap("one") + "---\n" + Folder.configMap("two"));
    var read = folder.read();

    read.plan(
            Folder.placed(
                read,
                item ->
                    new PlacedItem(
                        item.path(), item.index(), item.resource().withName("new"), item.origin())))
        .write();

    assertThat(folder.text("a.yaml"))
        .isEqualTo("# above\n" + Folder.configMap("new") + "---\n" + Folder.configMap("new"));
  }
}
