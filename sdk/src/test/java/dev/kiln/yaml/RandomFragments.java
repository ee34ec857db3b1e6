package dev.kiln.yaml;

import java.util.List;
import java.util.Random;

/** Makes the small parts of random documents: keys, words, scalars, tags. */
final class RandomFragments {
  private static final List<String> WORDS =
      List.of(
          "web",
          "a-b",
          "x:y",
          "true",
          "no",
          "~",
          "null",
          "12",
          "0644",
          "1e3",
          "-1",
          ".5",
          "a#b",
          "http://x:80/y",
          "1.20",
          "日本",
          "é",
          "😀",
          "a'b",
          "a\"b",
          "-x",
          "?x",
          "it is",
          "2024-01-02",
          "100m",
          "50%",
          "$(X)",
          "a\tb",
          "<",
          "=",
          "a & b",
          "0x1F",
          "y",
          ".inf",
          "1_000",
          "x y  z");
  private static final List<String> PLAIN_IN_BLOCK =
      List.of("a, b", "x[x", "x]", "x{x", "x}", "x,x", "a[0]", "x{y}", ":x", "x ? y", "::x");
  private static final List<String> KEYS =
      List.of(
          "name",
          "app.kubernetes.io/name",
          "a b",
          "on",
          "1",
          "'q'",
          "\"d q\"",
          "''",
          "a/b",
          "k-1",
          "\"x\\ty\"",
          "'it''s'",
          "ключ",
          "~",
          "a:b",
          "true",
          "-k",
          "data");
  private static final List<String> QUOTED =
      List.of(
          "''",
          "\"\"",
          "'a'",
          "\"a\"",
          "'it''s'",
          "\"a\\nb\"",
          "\"\\u00e9\\x41\"",
          "'# no'",
          "\": \"",
          "' x '",
          "\"a\\\\b\"",
          "\"\\\"\"",
          "'- a'",
          "\"\\U0001F600\"",
          "\"\\/\"");
  private static final List<String> TAGS =
      List.of("!!str", "!local", "!", "!<tag:example.com,2000:x>", "!a%20b", "!x/y");
  private static final List<String> BLOCK_LINES =
      List.of(
          "text",
          "# no comment",
          "a: b",
          "- c",
          "trailing ",
          "'q",
          "\"d",
          "{",
          "日本 語",
          "x\ty",
          "%no",
          "...",
          "---",
          "tab\t",
          "a b c",
          "&x *y !z",
          "echo \"$X\" | sed 's/a/b/'");

  private final Random random;

  RandomFragments(Random random) {
    this.random = random;
  }

  /** A word that every style can hold, and that goes on over lines. */
  String word() {
    return pick(List.of("web", "two words", "x:y", "1", "é😀", "a#b", "true", "it-is"));
  }

  /** A scalar on one line of a block. */
  String inline() {
    return switch (random.nextInt(5)) {
      case 0 -> pick(QUOTED);
      case 1 -> pick(PLAIN_IN_BLOCK);
      default -> pick(WORDS);
    };
  }

  String flowScalar() {
    String text = random.nextInt(3) == 0 ? pick(QUOTED) : pick(WORDS);
    return text.matches("\\?x|-x") ? "z" + text : text;
  }

  String key() {
    return pick(KEYS);
  }

  String tag() {
    return pick(TAGS);
  }

  String blockLine() {
    return pick(BLOCK_LINES);
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
