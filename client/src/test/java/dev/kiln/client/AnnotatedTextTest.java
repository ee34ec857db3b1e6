package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnotatedTextTest {
  private static final String HEAD = "apiVersion: v1\nkind: A\n";
  private static final Map<String, String> MARKS = ItemAnnotations.of("it's.yaml", 3, "1");

  private static @Nullable Resource edited(String text, Consumer<Edit> edits) {
    Resource source = Resource.parse(text);
    Resource given = AnnotatedText.with(source, MARKS);
    return AnnotatedText.without(given.edit(edits), given, source, MARKS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HEAD + "metadata:\n  name: x\n",
        "# licence\n\n" + HEAD + "metadata:\n    name: x # n\n    # below\nnew: 1\n# end\n",
        HEAD + "metadata:\n    labels:\n       a: b\n    name: x\n\nspec: |+\n  a\n\n",
        HEAD + "metadata: # m\n  annotations: # these\n\n      z: 1\n  name: x\n",
        "metadata:\n  labels: {a: b, c: d}\n" + HEAD + "spec:\n- a: 1\n- b\n",
      })
  void leavesTheTextThatTheSameEditOfTheFileGives(String text) {
    Consumer<Edit> edits =
        e -> {
          e.set(Path.keys("metadata", "annotations", "owner"), "b");
          e.set(Path.keys("metadata", "namespace"), "prod");
          e.set(Path.keys("metadata", "labels", "a"), "c");
          e.set(Path.keys("new"), "2");
        };
    assertThat(edited(text, edits)).hasToString(Resource.parse(text).edit(edits).toString());
    assertThat(edited(text, _ -> {})).hasToString(text);
  }

  @Test
  void keepsTheCommentOfAnExchangedValue() {
    assertThat(edited(HEAD + "metadata:\n  name: x\na: 1 # one\n", e -> e.set(Path.of("a"), 2)))
        .hasToString(HEAD + "metadata:\n  name: x\na: 2 # one\n");
  }

  @Test
  void knowsNoTextIfAnEditTookLinesAway() {
    String text = HEAD + "metadata:\n  name: x\na: 1 # one\n# two\nb: 2\n";
    assertThat(edited(text, e -> e.remove(Path.of("b")))).isNull();
    assertThat(edited(text, e -> e.uncomment(Path.of("a"), Comment.LINE))).isNull();
    assertThat(edited(text, e -> e.uncomment(Path.of("b"), Comment.HEAD))).isNull();
  }

  @Test
  void knowsNoTextIfAnnotationsChanged() {
    String text = HEAD + "metadata:\n  name: x\n";
    Path path = Path.keys("metadata", "annotations", InternalAnnotations.PATH.name());
    assertThat(edited(text, e -> e.set(path, "other.yaml"))).isNull();
    assertThat(edited(text, e -> e.set(path.parent().key("config.k8s.io/id"), "7"))).isNull();
    assertThat(edited(text, e -> e.remove(path.parent()))).isNull();
    assertThat(edited(text, e -> e.remove(Path.of("metadata.name")))).isNull();
    assertThat(edited(text + "  annotations:\n    a: b\n", e -> e.remove(path.parent().key("a"))))
        .isNull();
  }

  @Test
  void knowsNoTextOfAnotherDocument() {
    Resource source = Resource.parse(HEAD + "metadata:\n  name: x\n");
    Resource given = AnnotatedText.with(source, MARKS);
    Resource same = Resource.parse(given.toString());
    assertThat(AnnotatedText.without(same, given, source, MARKS)).isNull();
  }
}
