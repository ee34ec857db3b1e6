package dev.kiln.functions.conventions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldSpecPathTest {
  private static final Node ITEM =
      Yaml.parse(
          """
          spec:
            images:
            - image: a
            - name: none
            - image: b
            nothing:
            text: here
          metadata:
            annotations:
              a.b/c: d
          """);

  @Test
  void walksListsWithAndWithoutBrackets() {
    assertEquals(
        List.of("spec.images[0].image", "spec.images[2].image"), found("spec/images[]/image"));
    assertEquals(found("spec/images[]/image"), found("spec/images/image"));
  }

  @Test
  void takesAnEscapedSlashForPartOfTheKey() {
    assertEquals(List.of("metadata.annotations[\"a.b/c\"]"), found("metadata/annotations/a.b\\/c"));
  }

  @Test
  void findsMissingFieldsOnlyIfTheyMayBeCreated() {
    assertEquals(List.of(), found("spec/nothing/new"));
    assertEquals(List.of("spec.nothing.new"), made("spec/nothing/new"));
    assertEquals(List.of("spec.images[1].image"), made("spec/images/image").subList(1, 2));
  }

  @Test
  void createsNothingInAMissingList() {
    assertEquals(List.of(), made("spec/more[]/image"));
  }

  @Test
  void reportsAScalarThatBlocksThePath() {
    FieldLocations places = FieldSpecPath.of("spec/text/image").locate(ITEM);
    assertEquals(List.of("spec.text"), paths(places.blocked()));
    assertEquals(List.of(), places.found());
  }

  @Test
  void endsAtAList() {
    assertEquals(List.of("spec.images"), found("spec/images"));
  }

  @Test
  void walksListsOfAnyDepth() {
    int depth = 5_000;
    Node deep = Yaml.parse("a: " + "[".repeat(depth) + "{b: c}" + "]".repeat(depth));
    assertEquals(1, FieldSpecPath.of("a/b").locate(deep).found().size());
  }

  private static List<String> found(String path) {
    return paths(FieldSpecPath.of(path).locate(ITEM).found());
  }

  private static List<String> made(String path) {
    return paths(FieldSpecPath.of(path, true).locate(ITEM).found());
  }

  private static List<String> paths(List<FieldLocation> places) {
    return places.stream().map(place -> place.path().toString()).toList();
  }
}
