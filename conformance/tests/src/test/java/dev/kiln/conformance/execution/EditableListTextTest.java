package dev.kiln.conformance.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.conformance.document.UnreadableDocumentException;
import org.junit.jupiter.api.Test;

class EditableListTextTest {
  private static final String LIST =
      """
      # a list 🌍
      apiVersion: config.kubernetes.io/v1 # of v1
      kind: ResourceList
      items:
        - a: 1 # one
      """;

  @Test
  void takesAConfigBehindTheRest() throws UnreadableDocumentException {
    assertThat(EditableListText.of(LIST).withConfig("{\"a\":1}").text())
        .isEqualTo(LIST + "functionConfig: {\"a\":1}\n");
  }

  @Test
  void takesAConfigInBrackets() throws UnreadableDocumentException {
    assertThat(EditableListText.of("# 🌍\n{kind: ResourceList}").withConfig("{\"a\":1}").text())
        .isEqualTo("# 🌍\n{\"functionConfig\":{\"a\":1},kind: ResourceList}");
  }

  @Test
  void takesAConfigInsteadOfTheOneItHas() throws UnreadableDocumentException {
    EditableListText list =
        EditableListText.of(LIST + "functionConfig: {b: 2}\n").withConfig("{\"a\":1}");

    assertThat(list.document().root().map("functionConfig")).containsOnlyKeys("a");
  }

  @Test
  void takesItemsBeforeItsOwnAndIndentsThem() throws UnreadableDocumentException {
    assertThat(EditableListText.of(LIST).withItems("- b: 2 # two\n  c:\n  - 3\n").text())
        .isEqualTo(LIST.replace("  - a", "  - b: 2 # two\n    c:\n    - 3\n  - a"));
  }

  @Test
  void takesItemsInBrackets() throws UnreadableDocumentException {
    assertThat(EditableListText.of("{items: [{a: 1}]}").withItems("- b: 2\n").text())
        .isEqualTo("{items: [{\"b\":2}, {a: 1}]}");
  }

  @Test
  void takesItemsWhereThereAreNone() throws UnreadableDocumentException {
    assertThat(EditableListText.of("items: [] # none\n").withItems("- b: 2\n").text())
        .isEqualTo("items: [{\"b\":2}] # none\n");
  }

  @Test
  void takesNoItemsWithoutAPlaceForThem() throws UnreadableDocumentException {
    EditableListText list = EditableListText.of("kind: ResourceList\n");

    assertThatThrownBy(() -> list.withItems("- b: 2\n")).hasMessage("it has no items");
  }

  @Test
  void takesAnotherVersion() throws UnreadableDocumentException {
    assertThat(EditableListText.of(LIST).withVersion("config.kubernetes.io/v2").text())
        .isEqualTo(LIST.replace("/v1 ", "/v2 "));
  }
}
