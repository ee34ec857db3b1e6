package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTest {
  private static final String TEXT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web # its name
        namespace: prod
        labels: {app: web, tier: 1}
        annotations:
          internal.config.kubernetes.io/path: 'a/b.yaml'
          internal.config.kubernetes.io/index: 3
      spec:
        template:
          spec:
            containers:
            - name: side
              image: proxy:1
            - name: app
              image: nginx # the server
      """;

  private static final Resource ITEM = Resource.parse(TEXT);

  @Test
  void readsItsIdentity() {
    assertThat(ITEM.id()).isEqualTo(new ResourceId("apps", "v1", "Deployment", "prod", "web"));
    assertThat(ITEM.id()).hasToString("apps/v1 Deployment prod/web");
  }

  @Test
  void hasNoGroupInTheCoreGroup() {
    var pod = Resource.parse("{apiVersion: v1, kind: Pod, metadata: {name: p}}");
    assertThat(pod.id()).isEqualTo(new ResourceId("", "v1", "Pod", null, "p"));
  }

  @Test
  void readsMissingAndMalformedFieldsAsEmpty() {
    var odd =
        Resource.parse("{kind: [a], metadata: {name: {}, labels: [x], annotations: {a: {}}}}");
    assertThat(odd.kind() + odd.name() + odd.apiVersion() + odd.group() + odd.version()).isEmpty();
    assertThat(odd.namespace()).isEmpty();
    assertThat(odd.labels()).isEmpty();
    assertThat(odd.annotations()).isEmpty();
    assertThat(odd.index()).isZero();
  }

  @Test
  void readsLabelsInOrderAsText() {
    assertThat(ITEM.labels()).containsExactly(Map.entry("app", "web"), Map.entry("tier", "1"));
  }

  @Test
  void knowsItsFileInEitherSpelling() {
    assertThat(ITEM.path()).hasValue("a/b.yaml");
    assertThat(ITEM.index()).isEqualTo(3);
    var older = Resource.parse(TEXT.replace("internal.config", "config"));
    assertThat(older.path()).hasValue("a/b.yaml");
    assertThat(older.index()).isEqualTo(3);
  }

  @Test
  void readsByPath() {
    assertThat(ITEM.text("spec.template.spec.containers[name=app].image")).hasValue("nginx");
    assertThat(ITEM.text("spec.template")).isEmpty();
  }

  @Test
  void changesByPathTheOneLine() {
    var edited =
        ITEM.edit(e -> e.set("spec.template.spec.containers[name=app].image", "nginx:1.27"));
    assertThat(edited).hasToString(TEXT.replace("image: nginx", "image: nginx:1.27"));
    assertThat(ITEM).hasToString(TEXT);
  }

  @Test
  void changesNameNamespaceLabelsAndAnnotations() {
    var edited =
        ITEM.withName("w2")
            .withNamespace("test")
            .withLabels(Map.of("a.b/c", "on"))
            .withoutLabel("tier")
            .withAnnotation("x.y/z", "1")
            .withoutAnnotation("internal.config.kubernetes.io/index");
    assertThat(edited)
        .hasToString(
            TEXT.replace("name: web #", "name: w2 #")
                .replace("prod", "test")
                .replace("tier: 1}", "a.b/c: \"on\"}")
                .replace("    internal.config.kubernetes.io/index: 3\n", "    x.y/z: \"1\"\n"));
  }

  @Test
  void isItselfIfNothingChanges() {
    assertThat(ITEM.withLabel("app", "web").withName("web")).isSameAs(ITEM);
  }

  @Test
  void refusesTextThatIsNotAnObject() {
    assertThatThrownBy(() -> Resource.parse("- a"))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("a list (expected: an object");
    assertThatThrownBy(() -> Resource.parse("a: 1\na: 2\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("\"a\"");
  }

  @Test
  void withContentOfEqualContentIsItself() {
    Resource item = Resource.parse("kind: A\nspec: # why\n    list:\n    - 'x'\n");
    assertThat(item.withContentOf(Resource.parse("spec:\n  list:\n  - x\nkind: A\n")))
        .isSameAs(item);
  }

  @Test
  @Timeout(60)
  void withContentOfDescendsIntoListsOfLists() {
    String deep = "a: " + "[".repeat(5000) + "x" + "]".repeat(5000) + "\n";
    Resource wanted = Resource.parse(deep.replace("x", "z"));
    assertThat(Resource.parse(deep).withContentOf(wanted)).hasToString(wanted.toString());
  }

  @Test
  void withContentOfChangesOnlyDifferingLines() {
    Resource item = Resource.parse("kind: A # one\nspec:\n    a: '1'\n    b: [x,  y]\n    c: 3\n");
    Resource wanted = Resource.parse("kind: A\nspec:\n  a: \"1\"\n  b:\n  - x\n  - y\n  c: 4\n");
    assertThat(item.withContentOf(wanted).toString())
        .isEqualTo("kind: A # one\nspec:\n    a: '1'\n    b: [x,  y]\n    c: 4\n");
  }

  /** A {@code /} is a line break. */
  @ParameterizedTest
  @CsvSource({
    "|/1/2, 1/3/, |/1/3",
    "| # why/1/2, 1/3/, | # why/1/3",
    "|-/1/2, 1/3, |-/1/3",
    "|-/1/2, 1/3/, |/1/3",
    "|+/1/2, 1/3, |-/1/3",
    "|/1/2, '#!x//  3/', |/#!x//  3",
    "|/1/2, 9/, |/9",
    "|/1, 1/2/, |/1/2",
    ">-/1/2, 1/2 #3/, |/1/2 #3"
  })
  void likenedKeepsABlockOfLinesThatIsInQuotesNow(String old, String value, String block) {
    Resource item = Resource.parse(withLines(old));
    Resource wanted =
        Resource.parse(
            "data: {a: \""
                + value.replace("/", "\\n")
                + "\", b: 1}\nl: [\""
                + value.replace("/", "\\n")
                + "\"]");
    assertThat(item.withContentOf(wanted)).hasToString(withLines(block));
  }

  private static String withLines(String block) {
    String lines = block.replace("//", "\n/").replace("/", "\n     ");
    return "data:\n  a: " + lines + "\n  b: 1 # b\nl:\n- " + lines + "\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1\\n2\\n\\n", "1\\r\\n2"})
  void withContentOfQuotesTextThatNoBlockScalarCanHold(String value) {
    Resource item = Resource.parse("a: |\n  1\n  2\nb: 1 # b\n");
    Resource wanted = Resource.parse("a: \"" + value + "\"\nb: 1\n");
    assertThat(item.withContentOf(wanted)).hasToString("a: \"" + value + "\"\nb: 1 # b\n");
  }

  @Test
  void withContentOfRecognisesANullKeyInAnySpelling() {
    Resource item = Resource.parse("kind: A\ndata:\n  ~: c # c\n  a: 1\n");
    Resource wanted = Resource.parse("kind: A\ndata:\n  null: d\n  a: 2\n");
    assertThat(item.withContentOf(wanted)).hasToString("kind: A\ndata:\n  ~: d # c\n  a: 2\n");
    assertThat(item.withContentOf(Resource.parse("kind: A\ndata:\n  null: c\n  a: 1\n")))
        .isSameAs(item);
  }

  @Test
  void withContentOfAddsNewComments() {
    Resource item = Resource.parse("kind: A\nspec:\n  a: 1 # old\n  b: 1\n");
    Resource wanted = Resource.parse("kind: A\nspec:\n  a: 1 # old\n  b: 1 # new\n");
    assertThat(item.withContentOf(wanted).toString())
        .isEqualTo("kind: A\nspec:\n  a: 1 # old\n  b: 1 # new\n");
  }

  @Test
  void withContentOfKeepsMovedCommentsInPlace() {
    Resource item = Resource.parse("kind: A\nspec:\n  a: 1\n  # about b\n  b: 1\n");
    Resource wanted = Resource.parse("kind: A\nspec:\n  # about b\n  a: 1\n  b: 1\n");
    assertThat(item.withContentOf(wanted)).isSameAs(item);
  }

  @Test
  void withContentOfKeepsCommentsThatTheOtherLacks() {
    Resource item = Resource.parse("kind: A # one\nspec:\n  # two\n  a: 1 # three\n");
    Resource wanted = Resource.parse("kind: A\nspec:\n  a: 2\n");
    assertThat(item.withContentOf(wanted).toString())
        .isEqualTo("kind: A # one\nspec:\n  # two\n  a: 2 # three\n");
  }

  @Test
  void withContentOfKeepsExcludedAnnotations() {
    Resource item = Resource.parse("kind: A\nmetadata:\n  annotations:\n    i/x: 1\n    a: b\n");
    Resource wanted =
        Resource.parse("kind: A\nmetadata:\n  annotations:\n    i/x: 2\n    a: c\n    i/y: 3\n");
    assertThat(item.withContentOf(wanted, key -> key.startsWith("i/")).toString())
        .isEqualTo("kind: A\nmetadata:\n  annotations:\n    i/x: 1\n    a: c\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kind: A\n", "kind: A\nmetadata:\n  name: a\n", "kind: A\nmetadata: {}\n"})
  void likenedMakesNoMapForAnnotationsThatAreLeftOut(String text) {
    Resource item = Resource.parse(text);
    Resource wanted = item.withAnnotation("i/x", "1");
    assertThat(item.withContentOf(wanted, key -> key.startsWith("i/"))).isSameAs(item);
    assertThat(item.withContentOf(wanted.withAnnotation("a", "b"), key -> key.startsWith("i/")))
        .extracting(Resource::annotations)
        .isEqualTo(Map.of("a", "b"));
  }

  @Test
  void withContentOfRemovesAnEmptiedAnnotationsMap() {
    Resource item = Resource.parse("kind: A\nmetadata:\n  name: a\n  annotations:\n    a: b\n");
    Resource wanted = item.withAnnotation("i/x", "1").withoutAnnotation("a");
    assertThat(item.withContentOf(wanted, key -> key.startsWith("i/")).toString())
        .isEqualTo("kind: A\nmetadata:\n  name: a\n");
  }

  @Test
  void withContentOfReplacesItemsWithAliases() {
    Resource item = Resource.parse("kind: A\na: &x {b: 1}\nc: *x\n");
    Resource wanted =
        Resource.parse("kind: A\nmetadata:\n  annotations:\n    i/x: 1\na: {b: 2}\nc: {b: 1}\n");
    assertThat(item.withContentOf(wanted, key -> key.startsWith("i/")).node().value())
        .isEqualTo(Resource.parse("kind: A\na: {b: 2}\nc: {b: 1}\n").node().value());
  }

  @Test
  void listsDifferingFields() {
    Resource item = Resource.parse("kind: A\nspec:\n  a: 1\n  b: 2\n  l: [x]\n");
    Resource other = Resource.parse("kind: A\nspec:\n  a: 3\n  l: [x, y]\n  c: {d: 4}\n");
    assertThat(item.changesTo(other, _ -> false))
        .extracting(change -> change.path() + ": " + change.oldValue() + " " + change.newValue())
        .containsExactlyInAnyOrder(
            "spec.a: 1 3", "spec.b: 2 null", "spec.l[1]: null y", "spec.c: null {d: 4}");
  }
}
