package dev.kiln.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes random values of the kinds that a document can hold, with strings that are hard to write.
 */
final class RandomValues {
  private static final List<String> NASTY =
      List.of(
          "",
          " ",
          "a",
          " a",
          "a ",
          "a\n",
          "\na",
          "a\n\nb\n",
          "a\n b",
          " a\nb",
          "a\r\nb",
          "\t",
          "a\tb",
          "true",
          "yes",
          "n",
          "~",
          "null",
          "1",
          "1.20",
          "0x1F",
          "0644",
          "1_0",
          "12:30",
          "2001-01-01",
          "<<",
          "=",
          "-",
          "- a",
          "--- a",
          "---",
          "...",
          "? a",
          ": a",
          "a: b",
          "a:",
          ":a",
          "a #b",
          "#",
          "[",
          "]a",
          "{a}",
          ",",
          "*a",
          "&a",
          "!a",
          "|",
          ">",
          "|-\n",
          "'",
          "\"",
          "'a'",
          "it's",
          "\"a\"",
          "%a",
          "@a",
          "`a",
          "\\",
          "a\\nb",
          "\u0000",
          "\u0007",
          "\u001b",
          "\u007f",
          "\u0085",
          "\u00a0",
          "\u2028",
          "\u2029",
          "\ufeff",
          "\ufffe",
          "\ufffd",
          "é",
          "日本語",
          "😀",
          "\ud83d",
          "a\u0085b",
          "a\u2028b",
          ".inf",
          ".nan",
          "1e3",
          "1e400",
          "-0",
          "+1",
          "_1",
          "a, b",
          "x".repeat(200),
          "word ".repeat(40),
          "a\n#b\n",
          "  a\n  b\n",
          "\n\n",
          "\n a",
          "a\n\n\n",
          "\ta\nb",
          "{{ .x }}",
          "#!/bin/sh\nset -e\n\necho \"$x\"  \n",
          "a\n---\nb\n",
          "a\n...\n",
          "key: |\n  x\n");

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  @Nullable Object any(int depth) {
    return switch (random.nextInt(depth <= 0 ? 7 : 11)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> number();
      case 3, 4, 5, 6 -> text();
      case 7, 8 -> list(depth - 1);
      default -> map(depth - 1);
    };
  }

  Map<String, @Nullable Object> map(int depth) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      map.put(text(), any(depth));
    }
    return map;
  }

  List<@Nullable Object> list(int depth) {
    List<@Nullable Object> list = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      list.add(any(depth));
    }
    return list;
  }

  /** A string without lone surrogates, which no encoding of YAML can hold. */
  String text() {
    String text = NASTY.get(random.nextInt(NASTY.size()));
    if (random.nextInt(4) == 0) {
      text += NASTY.get(random.nextInt(NASTY.size()));
    }
    return text.replace("\ud83d\ude00", "☺").replace("\ud83d", "").replace("☺", "😀");
  }

  private Object number() {
    return switch (random.nextInt(5)) {
      case 0 -> (long) random.nextInt(100);
      case 1 -> random.nextLong();
      case 2 -> BigInteger.TWO.pow(63).add(BigInteger.valueOf(random.nextInt(1000)));
      case 3 -> new BigDecimal(random.nextInt(1000) + "." + random.nextInt(100));
      default -> new BigDecimal("1." + random.nextInt(10) + "e" + (20 + random.nextInt(20)));
    };
  }
}
