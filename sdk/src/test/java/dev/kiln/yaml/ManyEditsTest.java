package dev.kiln.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.BadYaml;
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

  @Test
  void insertionsAndRemovalsDoNotMoveTheOtherItems() {
    Path list = Path.of("l");
    Node items = Yaml.parse("l:\n" + text("- a%d\n"));
    Node inserted = items.edit(e -> forEach(i -> e.insert(list, i, "b" + i)));
    Node removed = inserted.edit(e -> forEach(i -> e.remove(list.index(2 * MANY - 1 - i))));
    assertThat(inserted).hasToString("l:\n" + text("- b%d\n") + text("- a%d\n"));
    assertThat(removed).hasToString("l:\n" + text("- b%d\n"));
  }

  @Test
  void eachEditFindsTheAliasesOfItsValueWithoutASearch() {
    String pairs = text("a%d: &x%d 1\nb%d: *x%d\n");
    Node changed =
        Yaml.parse(pairs)
            .edit(
                e ->
                    forEach(
                        i -> {
                          e.set("a" + i, 2);
                          e.set("b" + i, 3);
                        }));
    assertThat(changed).hasToString(text("a%d: 2\nb%d: 3\n"));
    Node kept = Yaml.parse(pairs).edit(e -> forEach(i -> e.set("a" + i, 2)));
    assertThat(kept).hasToString(text("a%d: 2\nb%d: 1\n"));
  }

  private static String text(String lines) {
    return IntStream.range(0, MANY)
        .mapToObj(i -> lines.formatted(i, i, i, i))
        .collect(Collectors.joining());
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

  @Test
  void oneEditOfSharedValuesMeansTheSameAsSingleEdits() {
    Node node =
        Yaml.parse(
            """
            s: &x {k: 1, l: &y [1, 2]}
            a: *x
            b: *y
            c: &z
              p: *x
              q: &w 5
            d: *z
            e: *w
            f: {<<: *x, m: *y}
            """);
    for (int seed = 0; seed < 1_000; seed++) {
      var random = new Random(seed);
      List<Consumer<Edit>> edits = new ArrayList<>();
      Node single = node;
      for (int i = 0; i < 8; i++) {
        Consumer<Edit> edit = randomSharedEdit(random);
        try {
          single = single.edit(edit);
          edits.add(edit);
        } catch (BadYaml | IllegalArgumentException _) {
          // the path does not fit what earlier edits left
        }
      }
      assertThat(node.edit(e -> edits.forEach(edit -> edit.accept(e))).value())
          .as("seed %d", seed)
          .isEqualTo(single.value());
    }
  }

  private static Consumer<Edit> randomSharedEdit(Random random) {
    List<String> paths =
        List.of(
            "s", "s.k", "s.l", "s.l[0]", "a", "a.k", "a.l[1]", "b", "b[0]", "c", "c.p", "c.p.l",
            "c.q", "d", "d.p.k", "d.q", "e", "f", "f.k", "f.m", "f.m[1]");
    String path = paths.get(random.nextInt(paths.size()));
    int value = random.nextInt(3);
    return switch (random.nextInt(6)) {
      case 0 -> e -> e.remove(path);
      case 1 -> e -> e.append(path, value);
      case 2 -> e -> e.reorder(path, List.of(1, 0));
      case 3 -> e -> e.set(path, List.of(value, value));
      default -> e -> e.set(path, value);
    };
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
