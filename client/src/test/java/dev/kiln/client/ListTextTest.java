package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageItem;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListTextTest {
  private static final String HEAD = "apiVersion: v1\nkind: A\n";

  private static Resource listed(String path, String text) {
    var item = new PackageItem(path, 3, Resource.parse(text), 1);
    List<TrackedItem> items = TrackedItem.read(List.of(item, item));
    assertThat(items).hasSize(2);
    assertThat(items.get(1).resource().annotation(InternalAnnotations.ID.name())).contains("2");
    return items.getFirst().resource();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HEAD,
        HEAD + "metadata:\n  name: x\n",
        HEAD + "metadata:\n  # about the name\n  name: x\nspec: {a: [1, 2]}\n",
        HEAD + "metadata: # why\n\n  name: x\n  annotations: # these\n    a: b\n",
        HEAD + "metadata:\n    annotations:\n          a: b\n    name: x\n",
        HEAD + "metadata: {name: x, annotations: {a: b}}\n",
        HEAD + "metadata:\n  annotations: {a: b}\n",
        HEAD + "metadata:\n  annotations: {}\n",
        HEAD + "metadata:\n  annotations:\n",
        HEAD + "metadata:\n",
        HEAD + "metadata:\n  annotations: &a\n    a: b\nspec: *a\n",
        HEAD + "metadata: &m\n  name: x\nspec: *m\n",
        HEAD + "base: &b\n  name: y\nmetadata:\n  <<: *b\n  labels: {a: b}\n",
        HEAD + "metadata:\n  name: x\nspec: |\n  one\n    \n   two\n\n  three\n\n",
        HEAD + "metadata:\n  name: x\nspec: |2+\n    one\n  two\n\n\n",
        HEAD + "metadata:\n  name: x\nspec: >-\n  one\n  two\n\n  # no comment\n",
        HEAD + "metadata:\n  name: x\nspec: \"one\n  two\\\n  three\n\n  four\"\n",
        HEAD + "metadata:\n  name: x\nspec: one\n  two\n",
        HEAD + "metadata:\n  name: x\nspec: |\n  --- \n  ...\n  %a\n  <<EOF\n",
        "# top\n\n# second\n" + HEAD + "metadata:\n  name: x\n# end\n",
        "---\n" + HEAD + "metadata:\n  name: x\n...\n",
        "%YAML 1.2\n---\n" + HEAD + "metadata:\n  name: x\n",
        "  apiVersion: v1\n  kind: A\n  metadata:\n    name: x\n",
        "{\"apiVersion\": \"v1\", \"kind\": \"A\",\n\t\"metadata\": {\"name\": \"x\"}}\n",
        "apiVersion: v1\r\nkind: A\r\nmetadata:\r\n  name: x\r\nspec: |\r\n  a\r\n  b\r\n",
        HEAD + "metadata:\n  name: x\n  annotations:\n    config.kubernetes.io/path: mine.yaml\n",
        HEAD + "base: &m\n  name: x\nmetadata: *m\n",
        HEAD + "base: &m {a: b}\nmetadata:\n  name: x\n  annotations: *m\n",
        HEAD + "base: &m {a: b}\nmetadata:\n  name: x\n  annotations:\n    <<: *m\n",
        HEAD + "base: &m {a: b}\nmetadata: {<<: [*m], name: x}\n",
        HEAD + "? metadata\n: name: x\n",
        HEAD + "metadata:\n  name: x\n  annotations: {? a : b}\n",
        "!!map\n" + HEAD + "metadata:\n  name: x\n",
        "metadata:\n  name: x\n" + HEAD + "spec:\n- a\n-   - b\n    - c\n",
        HEAD + "\"metadata\":\n  name: x",
      })
  void marksAnItemAndChangesNothingElse(String text) {
    Resource original = Resource.parse(text);
    Resource item = listed("a b/c.yaml", text);
    assertThat(item.annotations()).containsAllEntriesOf(ItemAnnotations.of("a b/c.yaml", 3, "1"));
    assertThat(original.withContentOf(item, InternalAnnotations::contains)).isSameAs(original);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it's.yaml",
        "a: b #c.yaml",
        "\"q\".yaml",
        "line\nbreak.yaml",
        "é\u2028.yaml",
        "%d.yaml"
      })
  void marksAnItemWithWhateverPath(String path) {
    assertThat(listed(path, HEAD + "metadata:\n  name: x\n").path()).contains(path);
  }

  @Test
  void writesPlainItemsAsTheyAre() {
    String text = "# top\n" + HEAD + "metadata: # m\n  name: x # n\n";
    var item = new PackageItem("a.yaml", 0, Resource.parse(text), 1);
    assertThat(ListText.of(List.of(item)))
        .hasToString(
            """
            apiVersion: config.kubernetes.io/v1
            kind: ResourceList
            items:
            # top
            - apiVersion: v1
              kind: A
              metadata: # m
                annotations:
                  internal.config.kubernetes.io/path: 'a.yaml'
                  config.kubernetes.io/path: 'a.yaml'
                  internal.config.kubernetes.io/index: '0'
                  config.kubernetes.io/index: '0'
                name: x # n
            """);
  }

  @Test
  void hasNoItemsOfAnEmptyPackage() {
    assertThat(ListText.of(List.of()).items()).isEmpty();
  }
}
