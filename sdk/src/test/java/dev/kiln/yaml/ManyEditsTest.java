package dev.kiln.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many edits of one large map. */
class ManyEditsTest {
  /** So many that the test would take minutes if each edit searched all entries or all changes. */
  private static final int MANY = 100_000;

  @Test
  void eachEditFindsItsEntryWithoutASearch() {
    Node empty = Yaml.parse("data:\n  first: 1\n");
    Node added = empty.edit(e -> forEach(i -> e.set(key(i), "text" + i)));
    Node changed = added.edit(e -> forEach(i -> e.set(key(i), "other" + i)));
    Node commented = changed.edit(e -> forEach(i -> e.comment(key(i), Comment.LINE, "c")));
    Node removed = commented.edit(e -> forEach(i -> e.remove(key(i))));
    assertThat(commented.toString())
        .isEqualTo(
            "data:\n  first: 1\n"
                + IntStream.range(0, MANY)
                    .mapToObj(i -> "  key%d: other%d # c\n".formatted(i, i))
                    .collect(Collectors.joining()));
    assertThat(removed).hasToString(empty.toString());
  }

  @Test
  void eachEditOfAFlowMapFindsItsStyleWithoutASearch() {
    String entry = "\"k%d\":1,\"m%d\":{\"a\":1,\"b\":[1]}";
    String text = flowMap(entry);
    Node changed =
        Yaml.parse(text)
            .edit(
                e ->
                    forEach(
                        i ->
                            e.set(Path.keys("data", "k" + i), "x")
                                .set(Path.keys("data", "m" + i, "a"), "y")
                                .append(Path.keys("data", "m" + i, "b"), "z")));
    assertThat(changed).hasToString(flowMap("\"k%d\":\"x\",\"m%d\":{\"a\":\"y\",\"b\":[1,\"z\"]}"));
  }

  private static String flowMap(String entry) {
    return IntStream.range(0, MANY)
        .mapToObj(i -> entry.formatted(i, i))
        .collect(Collectors.joining(",", "{\"data\":{", "}}\n"));
  }

  @Test
  void oneEditEqualsSingleEdits() {
    String lines =
        IntStream.range(0, 40)
            .mapToObj(i -> "  key%d: %d # %d\n".formatted(i, i, i))
            .collect(Collectors.joining());
    List<String> texts = List.of("data:\n" + lines, "data:\n  <<: {b: a}\n" + lines);
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      Node node = Yaml.parse(texts.get(seed % texts.size()));
      List<Consumer<Edit>> edits = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        edits.add(randomEdit(random));
      }
      Node single = node;
      for (Consumer<Edit> edit : edits) {
        single = single.edit(edit);
      }
      assertThat(node.edit(e -> edits.forEach(edit -> edit.accept(e))))
          .hasToString(single.toString());
    }
  }

  private static Consumer<Edit> randomEdit(Random random) {
    Path path = key(random.nextInt(60));
    int value = random.nextInt(100);
    return switch (random.nextInt(4)) {
      case 0 -> e -> e.remove(path);
      case 1 -> e -> e.remove(path).set(path, value);
      default -> e -> e.set(path, value);
    };
  }

  private static void forEach(IntConsumer edit) {
    IntStream.range(0, MANY).forEach(edit);
  }

  private static Path key(int i) {
    return Path.keys("data", "key" + i);
  }
}
