package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.Resource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run changes nothing in a file but what a function changed. */
class FileFidelityTest {
  private static final String HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n";

  private Folder folder;

  @BeforeEach
  void make(@TempDir Path temporary) {
    folder = new Folder(temporary.resolve("pkg"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"|", ">", "|+", "|-", "|2"})
  void addsNoLineBreakToABlockScalarAtTheEnd(String style) {
    String text = HEAD + "data:\n  a: 1\n  b: " + style + "\n    text";
    folder.with("a.yaml", text);

    run("s/a: 1/a: 2/");

    assertThat(folder.file("a.yaml")).isEqualTo(text.replace("a: 1", "a: 2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"|", ">", "|+", "|-"})
  void addsNoneWhenADocumentFollows(String style) {
    folder.with("a.yaml", HEAD + "data:\n  a: 1\n  b: " + style + "\n    text");
    Object before = folder.read().items().getFirst().resource().node().value();

    run(
        "$a- {apiVersion: v1, kind: A, metadata: {name: y, annotations: {config.kubernetes.io/path: a.yaml}}}");

    assertThat(folder.read().items()).hasSize(2);
    assertThat(folder.read().items().getFirst().resource().node().value()).isEqualTo(before);
  }

  @Test
  void doublesNoCommentBelowADirective() {
    String text = "%YAML 1.2\n# why\n---\n" + HEAD + "data:\n  a: 1\n";
    folder.with("a.yaml", text);

    run("s/a: 1/a: 2/");

    assertThat(folder.file("a.yaml")).isEqualTo(text.replace("a: 1", "a: 2"));
  }

  @Test
  void doublesNoCommentBelowADirectiveAndAMarker() {
    String text = "%YAML 1.2\n---\n# why\n" + HEAD + "data:\n  a: 1\n";
    folder.with("a.yaml", text);

    run("s/a: 1/a: 2/");

    assertThat(folder.file("a.yaml")).isEqualTo(text.replace("a: 1", "a: 2"));
  }

  @Test
  void indentsJsonByTabsWhereItWas() {
    String text =
        "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"A\",\n\t\"metadata\": {\n\t\t\"name\": \"x\"\n\t}\n}\n";
    folder.with("a.json", text);
    PackageFolder read = folder.read();
    PackageItem item = read.items().getFirst();
    Resource labelled = item.resource().edit(edit -> edit.set("metadata.labels", Map.of("a", "b")));

    read.plan(List.of(new PlacedItem(item.path(), 0, labelled, item))).write();

    assertThat(folder.file("a.json"))
        .isEqualTo(text.replace("\"x\"", "\"x\",\n\t\t\"labels\": {\n\t\t\t\"a\": \"b\"\n\t\t}"));
  }

  private void run(String change) {
    Run run = folder.run(Step.of(folder.program("change", "sed '" + change + "'")));
    assertThat(run.isSuccess()).as(run.steps().getFirst().message()).isTrue();
  }
}
