package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/**
 * The work is proportional to the input, and depth uses no stack. The time limit does not measure
 * speed: quadratic work on these sizes would take far longer and fail the build.
 */
@Timeout(value = LimitsTest.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitsTest {
  static final int SECONDS = 60;

  private static final Duration FAR_TOO_LONG = Duration.ofSeconds(SECONDS);
  private static final int BIG = 1 << 19;
  private static final int DEEPEST = 10_000;

  @TestFactory
  Stream<DynamicTest> refusesOrKeepsBigInputs() {
    return bigInputs().entrySet().stream()
        .map(e -> withTimeLimit(e.getKey(), () -> requireRefusedOrKept(e.getValue())));
  }

  private static DynamicTest withTimeLimit(String name, Executable test) {
    return DynamicTest.dynamicTest(name, () -> assertTimeoutPreemptively(FAR_TOO_LONG, test));
  }

  private static Map<String, String> bigInputs() {
    Map<String, String> inputs = new LinkedHashMap<>();
    for (String piece :
        List.of(
            "[",
            "{",
            "- ",
            "? ",
            ": ",
            "&a ",
            "!a ",
            "*a ",
            "a: ",
            "a ",
            "a",
            "'",
            "''",
            "\"",
            "\\",
            "\"\\\n",
            "|\n",
            ">\n",
            "#",
            " #",
            "# c\n",
            " ",
            "\t",
            "\n",
            "\r",
            "\r\n",
            " \n",
            "---\n",
            "...\n",
            "--- a\n",
            "%YAML 1.2\n",
            "%TAG !a! b\n",
            "[]",
            "{}",
            "[],",
            "a,",
            "[a, ",
            "{a, ",
            "[a: ",
            "{a: ",
            "{? ",
            "[? ",
            "[\n",
            "{\n",
            "- -\n",
            "-\n",
            "- a\n",
            "- a: b\n",
            "?\n",
            ":\n",
            "? a\n: b\n",
            "a:\n- ",
            "<<: ",
            "- |\n",
            "- >+\n\n",
            "é",
            "😀",
            "a\n",
            "\"a\"",
            "'a' ",
            "[[]: ",
            "{{}: ",
            "{[",
            "- {a: ",
            "- [",
            "-\t",
            "!<",
            "%",
            "&",
            "&a\n",
            "!a\n",
            "[a\n",
            "{a\n",
            "'\n",
            "\"\n",
            "- '\n",
            "a: 'b\n",
            ",",
            "]",
            "}",
            "\ufeff")) {
      inputs.put("many " + Events.escape(piece), piece.repeat(BIG / piece.length()));
      inputs.put("list of " + Events.escape(piece), "[\n " + piece.repeat(BIG / piece.length()));
      inputs.put(
          "literal of " + Events.escape(piece), "- |\n " + piece.repeat(BIG / piece.length()));
    }
    inputs.put("long plain key", "a".repeat(BIG) + ": 1\n");
    inputs.put("long quoted key", "'" + "a".repeat(BIG) + "': 1\n");
    inputs.put("long double key", "\"" + "\\n".repeat(BIG) + "\": 1\n");
    inputs.put("long explicit key", "? " + "a".repeat(BIG) + "\n: 1\n");
    inputs.put("long flow key", "[" + "a, ".repeat(BIG / 3) + "]: 1\n");
    inputs.put("long plain over lines", "a" + "\n b".repeat(BIG / 3) + "\n");
    inputs.put("long double over lines", "\"a" + "\n b".repeat(BIG / 3) + "\"\n");
    inputs.put("long single over lines", "'a" + "\n\n b".repeat(BIG / 4) + "'\n");
    inputs.put("long literal", "a: |\n" + "  text\n".repeat(BIG / 7));
    inputs.put("long folded", "a: >\n" + "  text\n    more\n\n".repeat(BIG / 16));
    inputs.put("long comment", "a: 1 #" + "#".repeat(BIG) + "\n");
    inputs.put("blank line ends", "a: b" + " ".repeat(BIG) + "\nc: d\n");
    inputs.put("blanks inside plain", ("a: b" + " ".repeat(1000) + "c\n").repeat(1000));
    inputs.put("blanks in literal", "a: |\n" + (" ".repeat(100) + "\n").repeat(10_000));
    inputs.put("pairs in a list", "[" + "a: b, ".repeat(BIG / 6) + "]\n");
    inputs.put("pair of a big list", "[[" + "a, ".repeat(BIG / 3) + "]: 1]\n");
    inputs.put("key of keys", "[".repeat(5000) + "]: 1".repeat(4999) + "]\n");
    inputs.put("key of maps", "{".repeat(5000) + "}: 1".repeat(4999) + "}\n");
    inputs.put("documents", "a: 1\n---\n".repeat(100_000));
    inputs.put("anchors", lines(50_000, i -> "- &a" + i + " x\n- *a" + i + "\n"));
    inputs.put("one anchor again and again", "- &a x\n- *a\n".repeat(80_000));
    inputs.put("handles", lines(30_000, i -> "%TAG !h" + i + "! tag:h\n") + "---\na\n");
    inputs.put("tags", "- !!str a\n".repeat(100_000));
    inputs.put("map of 50,000 keys", lines(50_000, i -> "key-" + i + ": v\n"));
    inputs.put("flow map of 50,000 keys", "{" + lines(50_000, i -> "k" + i + ": v, ") + "}\n");
    inputs.put("map of one key", "key: v\n".repeat(100_000));
    inputs.put("merges", "a: &a {b: 1}\n" + lines(20_000, i -> "k" + i + ": {<<: *a}\n"));
    inputs.put("keys of equal hashes", lines(1 << 12, i -> collision(i) + ": v\n"));
    inputs.put("stairs", lines(1000, i -> " ".repeat(i) + "a:\n"));
    inputs.put("stairs of literals", lines(1000, i -> " ".repeat(i) + "a: |\n"));
    inputs.put("falling stairs", lines(1000, i -> "- ".repeat(1000 - i) + "a\n"));
    return inputs;
  }

  /** Strings with the same {@link String#hashCode}, which degrade a simple hash table. */
  private static String collision(int i) {
    return IntStream.range(0, 12)
        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
        .collect(Collectors.joining());
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining());
  }

  private static void requireRefusedOrKept(String text) {
    byte[] input = text.getBytes(UTF_8);
    List<Node> documents;
    try {
      documents = Yaml.parseAll(input);
    } catch (BadYaml e) {
      assertThat(e.line()).isPositive();
      return;
    }
    assertThat(Events.of(input)).startsWith("+STR");
    if (documents.size() == 1) {
      Node document = documents.getFirst();
      assertThat(document.bytes()).isEqualTo(input);
      document.value();
      assertThat(document.hasSameValueAs(Yaml.parse(input))).isTrue();
    }
  }

  @TestFactory
  Stream<DynamicTest> readsTheDeepestAllowed() {
    return nests(DEEPEST).entrySet().stream()
        .map(
            e ->
                withTimeLimit(
                    e.getKey(),
                    () -> {
                      Node node = Yaml.parse(e.getValue());
                      assertThat(node.toString()).isEqualTo(e.getValue());
                      assertThat(node.hasSameValueAs(Yaml.parse(e.getValue()))).isTrue();
                      assertThat(
                              node.hasSameValueAs(Yaml.parse(e.getValue().replace("deep", "low"))))
                          .isFalse();
                      assertThat(node.value()).isNotNull();
                      assertThat(Events.of(e.getValue().getBytes(UTF_8))).contains("deep");
                    }));
  }

  @TestFactory
  Stream<DynamicTest> refusesOneLevelMore() {
    return nests(DEEPEST + 1).entrySet().stream()
        .map(
            e ->
                withTimeLimit(
                    e.getKey(),
                    () ->
                        assertThatThrownBy(() -> Yaml.parse(e.getValue()))
                            .isInstanceOf(BadYaml.class)));
  }

  private static Map<String, String> nests(int depth) {
    Map<String, String> nests = new LinkedHashMap<>();
    nests.put("flow lists", "[".repeat(depth) + "deep" + "]".repeat(depth));
    nests.put("flow maps", "{a: ".repeat(depth) + "deep" + "}".repeat(depth));
    nests.put("flow lists over lines", "[\n".repeat(depth) + "deep" + "]".repeat(depth));
    nests.put("block lists", "- ".repeat(depth) + "deep");
    nests.put("explicit keys", "? ".repeat(depth) + "deep");
    nests.put(
        "both",
        "- ".repeat(depth / 2)
            + "[".repeat(depth - depth / 2)
            + "deep"
            + "]".repeat(depth - depth / 2));
    return nests;
  }

  @Test
  void editsTheDeepest() {
    String path = "[0]".repeat(DEEPEST);
    String flow = "[".repeat(DEEPEST) + "deep" + "]".repeat(DEEPEST);
    assertThat(Yaml.parse(flow).edit(e -> e.set(path, "low")).toString())
        .isEqualTo(flow.replace("deep", "low"));
    String block = "- ".repeat(DEEPEST) + "deep\n";
    assertThat(Yaml.parse(block).edit(e -> e.set(path, "low")).toString())
        .isEqualTo(block.replace("deep", "low"));
  }

  @Test
  void findsEachOfManyKeys() {
    int keys = 50_000;
    Node map = Yaml.parse(lines(keys, i -> "key-" + i + ": " + i + "\n"));
    for (int i = 0; i < keys; i += 50) {
      assertThat(map.at("key-" + i)).isNotNull();
    }
    assertThat(map.value()).isInstanceOf(Map.class);
  }

  @Test
  void editsMuchAtOnce() {
    int keys = 10_000;
    Node map = Yaml.parse(lines(keys, i -> "key-" + i + ": old\n"));
    Node changed =
        map.edit(
            e -> {
              for (int i = 0; i < keys; i++) {
                e.set("key-" + i, "new");
              }
            });
    assertThat(changed.toString()).isEqualTo(map.toString().replace("old", "new"));
  }

  @Test
  void refusesAnAliasBomb() {
    assertThatThrownBy(() -> Yaml.parse(bomb(9)))
        .isInstanceOf(BadYaml.class)
        .hasMessageContaining("alias");
    assertThatThrownBy(() -> Yaml.parseAll(bomb(40).getBytes(UTF_8))).isInstanceOf(BadYaml.class);
  }

  @Test
  void acceptsAliasesThatExpandTheTextAHundredfold() {
    Node list = Yaml.parse("- &a [x, x, x, x, x]\n" + "- *a\n".repeat(10_000));
    assertThat((List<?>) list.value()).hasSize(10_001);
  }

  @Test
  void refusesAMergeBomb() {
    String text =
        "- &m0 {k: v}\n"
            + lines(40, i -> "- &m" + (i + 1) + " {<<: [*m" + i + ", *m" + i + "]}\n")
            + "- *m40\n";
    assertThatThrownBy(() -> Yaml.parse(text).value()).isInstanceOf(BadYaml.class);
  }

  @Test
  void refusesAnAliasInsideItsOwnAnchor() {
    assertThatThrownBy(() -> Yaml.parse("&a [*a]\n").value()).isInstanceOf(BadYaml.class);
    assertThatThrownBy(() -> Yaml.parse("a: &a\n  b: *a\n").value()).isInstanceOf(BadYaml.class);
    assertThatThrownBy(() -> Yaml.parse("&a {<<: *a}\n").value()).isInstanceOf(BadYaml.class);
  }

  /** Each level has ten aliases of the level before. */
  private static String bomb(int levels) {
    return "- &l0 [x, x, x, x, x, x, x, x, x, x]\n"
        + lines(
            levels, i -> "- &l" + (i + 1) + " [" + ("*l" + i + ", ").repeat(9) + "*l" + i + "]\n");
  }
}
