package dev.kiln.yaml.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Maps and lists that are large enough for an index, which is made for the second look-up. */
class LargeCollectionTest {
  private static final int SIZE = 1000;

  private static Node map(String more) {
    return Yaml.parse(
        IntStream.range(0, SIZE)
            .mapToObj(i -> "key-%d: %d\n".formatted(i, i))
            .collect(Collectors.joining("", "first: 0\n", more)));
  }

  private static String at(Node map, String name) {
    return Objects.requireNonNull(map.at(name), name).text();
  }

  @Test
  void eachKeyHasItsValue() {
    Node map = map("");
    for (int i = 0; i < SIZE; i++) {
      assertThat(at(map, "key-" + i)).isEqualTo("" + i);
    }
  }

  @Test
  void aMissingKeyIsNotFound() {
    Node map = map("");
    for (int i = 0; i < SIZE; i++) {
      assertThat(map.at("no-" + i)).isNull();
    }
  }

  @Test
  void keysAreComparedAsTheyMean() {
    Node map = map("'it''s': a\n\"tab\\t\": b\n7: c\n{x: y}: d\nü: e\n");
    assertThat(at(map, "first")).isEqualTo("0");
    assertThat(at(map, "it's")).isEqualTo("a");
    assertThat(at(map, "tab\t")).isEqualTo("b");
    assertThat(at(map, "7")).isEqualTo("c");
    assertThat(at(map, "ü")).isEqualTo("e");
    assertThat(map.at("{x: y}")).isNull();
  }

  @Test
  void aMergeKeyAddsItsEntries() {
    Node map = map("<<: {merged: a, first: b}\n");
    assertThat(at(map, "first")).isEqualTo("0");
    assertThat(at(map, "merged")).isEqualTo("a");
    assertThat(at(map, "merged")).isEqualTo("a");
    assertThat(map.at("missing")).isNull();
  }

  @Test
  void theFirstOfEqualKeysCounts() {
    Node map = map("first: 1\n");
    assertThat(at(map, "first")).isEqualTo("0");
    assertThat(at(map, "first")).isEqualTo("0");
  }

  @Test
  void anEditFindsEachKeyAndEachItem() {
    Node map =
        map("").edit(edit -> IntStream.range(0, SIZE).forEach(i -> edit.set("key-" + i, i + 1)));
    Node list =
        Yaml.parse("- {a: b}\n".repeat(SIZE))
            .edit(
                edit -> IntStream.range(0, SIZE).forEach(i -> edit.set("[%d].a".formatted(i), i)));
    for (int i = 0; i < SIZE; i++) {
      assertThat(at(map, "key-" + i)).isEqualTo("" + (i + 1));
      assertThat(list.find("[%d].a".formatted(i)).orElseThrow().text()).isEqualTo("" + i);
    }
  }
}
