package dev.kiln.functions.conventions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Yaml;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldSpecTest {
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
  void findsWhatIsMissingOnlyIfItIsToBeMade() {
    assertEquals(List.of(), found("spec/nothing/new"));
    assertEquals(List.of("spec.nothing.new"), made("spec/nothing/new"));
    assertEquals(List.of("spec.images[1].image"), made("spec/images/image").subList(1, 2));
  }

  @Test
  void makesNothingWhereThePathNamesAList() {
    assertEquals(List.of(), made("spec/more[]/image"));
  }

  @Test
  void namesTheScalarInItsWay() {
    Places places = FieldSpec.of("spec/text/image").in(ITEM);
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
    assertEquals(1, FieldSpec.of("a/b").in(deep).found().size());
  }

  @Test
  void selectsByGroupVersionAndKind() {
    var item = Resource.parse("apiVersion: apps/v1\nkind: Deployment\n");
    assertTrue(new FieldSpec("", "", "", "a", false).selects(item));
    assertTrue(new FieldSpec("apps", "v1", "Deployment", "a", false).selects(item));
    assertFalse(new FieldSpec("batch", "", "", "a", false).selects(item));
    assertFalse(new FieldSpec("", "v2", "", "a", false).selects(item));
    assertFalse(new FieldSpec("", "", "Job", "a", false).selects(item));
  }

  @Test
  void refusesAnEmptyKey() {
    assertThrows(BadInput.class, () -> FieldSpec.of("a//b"));
    assertThrows(BadInput.class, () -> FieldSpec.of(""));
  }

  private static List<String> found(String path) {
    return paths(FieldSpec.of(path).in(ITEM).found());
  }

  private static List<String> made(String path) {
    return paths(new FieldSpec("", "", "", path, true).in(ITEM).found());
  }

  private static List<String> paths(List<Place> places) {
    return places.stream().map(place -> place.path().toString()).toList();
  }
}
