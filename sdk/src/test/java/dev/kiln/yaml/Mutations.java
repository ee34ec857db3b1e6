package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages documents as an unlucky editor, a bad merge or an attacker would. */
final class Mutations {
  private static final List<String> TOKENS =
      List.of(
          "\n",
          "\r\n",
          "\r",
          " ",
          "  ",
          "\t",
          ": ",
          ":",
          "- ",
          "-",
          "? ",
          "?",
          "[",
          "]",
          "{",
          "}",
          ", ",
          ",",
          "#",
          " #",
          "&a ",
          "*a",
          "!",
          "!!str ",
          "!<",
          "|",
          ">",
          "|-",
          ">+2",
          "|1",
          "'",
          "''",
          "\"",
          "\\",
          "\\n",
          "\\u00",
          "\\\n",
          "%",
          "%YAML 1.2\n",
          "%TAG ! x\n",
          "---",
          "\n---\n",
          "\n...\n",
          "--- ",
          "<<: ",
          "<<: *a",
          "@",
          "`",
          "~",
          "null",
          "\ufeff",
          "\u0085",
          "\u2028",
          "é",
          "😀",
          "\u0000",
          "a: ",
          "- a: b\n",
          "\n\n\n",
          "    ",
          "{a: b}",
          "[a, b]",
          "'a'",
          "\"a\"",
          ": [",
          "key",
          "? a\n: b\n",
          "0x",
          "1_",
          ".inf",
          "2001-01-01");

  private final Random random;
  private byte[] bytes;

  private Mutations(byte[] seed, Random random) {
    this.bytes = seed;
    this.random = random;
  }

  static byte[] of(byte[] seed, Random random) {
    Mutations mutations = new Mutations(seed, random);
    int rounds = 1 + random.nextInt(4);
    for (int i = 0; i < rounds; i++) {
      mutations.mutate();
    }
    return mutations.bytes;
  }

  private void mutate() {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(1 + random.nextInt(40)));
    switch (random.nextInt(9)) {
      case 0 -> splice(from, to, new byte[0]);
      case 1, 2, 3 -> splice(from, from, token());
      case 4 -> splice(from, to, token());
      case 5 -> splice(from, from, slice(from, to));
      case 6 -> splice(random.nextInt(bytes.length + 1), -1, slice(from, to));
      case 7 -> splice(from, Math.min(bytes.length, from + 1), oneByte());
      default ->
          splice(lineStart(from), lineStart(from), " ".repeat(random.nextInt(4)).getBytes(UTF_8));
    }
  }

  private void splice(int from, int to, byte[] replacement) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(replacement);
    int rest = Math.max(from, to);
    out.write(bytes, rest, bytes.length - rest);
    bytes = out.toByteArray();
  }

  private byte[] slice(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  private byte[] token() {
    return TOKENS.get(random.nextInt(TOKENS.size())).getBytes(UTF_8);
  }

  private byte[] oneByte() {
    return new byte[] {(byte) random.nextInt(random.nextInt(3) == 0 ? 256 : 128)};
  }

  private int lineStart(int at) {
    int start = at;
    while (start > 0 && bytes[start - 1] != '\n') {
      start--;
    }
    return start;
  }
}
