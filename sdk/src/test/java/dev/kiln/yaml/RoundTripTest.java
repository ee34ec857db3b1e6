package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A text is printed unchanged after parsing, and a written value is read back as the same value.
 */
class RoundTripTest {

  @Test
  void printsTheBytesItRead() {
    SeededTrials.run(
        2000,
        seed -> {
          String text = RandomDocuments.document(seed);
          assertThat(Yaml.parse(text).toString()).isEqualTo(text);
          assertThat(Yaml.parse(text.getBytes(UTF_8)).bytes()).isEqualTo(text.getBytes(UTF_8));
        });
  }

  @Test
  void readsItsOwnOutput() {
    SeededTrials.run(
        2000,
        seed -> {
          Object value = new RandomValues(new Random(seed)).any(4);
          Node written = Yaml.of(value);
          assertThat(written.value()).isEqualTo(value);
          assertThat(Yaml.parse(written.bytes()).value()).isEqualTo(value);
          assertThat(written.hasSameValueAs(Yaml.parse(written.bytes()))).isTrue();
        });
  }

  @Test
  void changesTheLinesOfTheFieldOnly() {
    SeededTrials.run(
        2000,
        seed -> {
          Random random = new Random(seed);
          Node before = document(seed);
          EditableField.pick(before, random)
              .ifPresent(
                  field -> {
                    Object value = new RandomValues(random).any(2);
                    Node after = before.edit(e -> e.set(field.path(), value));
                    assertThat(after.value()).isEqualTo(field.set(before.value(), value));
                    assertThat(Yaml.parse(after.bytes()).value()).isEqualTo(after.value());
                    keepsLines(before, after, field.first(), field.last());
                  });
        });
  }

  @Test
  void removesTheLinesOfTheFieldOnly() {
    SeededTrials.run(
        2000,
        seed -> {
          Node before = document(seed);
          EditableField.pick(before, new Random(seed))
              .ifPresent(
                  field -> {
                    Node after = before.edit(e -> e.remove(field.path()));
                    assertThat(after.value()).isEqualTo(field.removed(before.value()));
                    assertThat(Yaml.parse(after.bytes()).value()).isEqualTo(after.value());
                    keepsLines(before, after, field.before(), field.after());
                  });
        });
  }

  @Test
  void restoresTheTextWhenAnEditIsUndone() {
    SeededTrials.run(
        1000,
        seed -> {
          Random random = new Random(seed);
          Node before = document(seed);
          EditableField.pick(before, random)
              .filter(field -> field.node().style() == Style.PLAIN && field.isBare())
              .filter(field -> field.first() == field.last() && !field.node().text().isEmpty())
              .filter(field -> !field.node().isString())
              .ifPresent(
                  field -> {
                    Object plain = Yaml.plain(field.node().text());
                    Node after =
                        before
                            .edit(e -> e.set(field.path(), Yaml.plain("something-else")))
                            .edit(e -> e.set(field.path(), plain));
                    assertThat(after.toString()).isEqualTo(before.toString());
                  });
        });
  }

  /** An edit does not keep a comment between a question mark and its key in place. */
  private static Node document(long seed) {
    String text = RandomDocuments.document(seed);
    return Yaml.parse(text.matches("(?s).*\\?\\s*#.*") ? "a: 1\n" : text);
  }

  private static void keepsLines(Node before, Node after, int first, int last) {
    List<String> old = lines(before);
    List<String> now = lines(after);
    List<String> head = old.subList(0, first - 1);
    List<String> tail = old.subList(Math.min(last, old.size()), old.size());
    assertThat(now.subList(0, Math.min(head.size(), now.size()))).isEqualTo(head);
    assertThat(now.subList(Math.max(0, now.size() - tail.size()), now.size())).isEqualTo(tail);
  }

  private static List<String> lines(Node node) {
    return List.of(node.toString().split("(?<=\n)"));
  }
}
