package dev.kiln.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes random YAML streams, with unusual layouts: every style, odd indents, comments and blank
 * lines anywhere, properties, aliases, several documents. The same seed writes the same text. It
 * does not know the meaning of the text; the test compares two parsers.
 */
public final class RandomDocuments {
  private static final int DEEPEST = 5;

  private final Random random;
  private final StringBuilder out = new StringBuilder();
  private final List<String> anchors = new ArrayList<>();
  private final RandomFragments scraps;
  private final String newline;
  private int named;

  /**
   * The anchor of the value that is being written. An alias to it may follow the value, but not be
   * inside it.
   */
  private String fresh = "";

  private RandomDocuments(Random random) {
    this.random = random;
    this.scraps = new RandomFragments(random);
    this.newline = random.nextInt(6) == 0 ? "\r\n" : "\n";
  }

  /** One document, without markers. */
  public static String document(long seed) {
    RandomDocuments documents = new RandomDocuments(new Random(seed));
    documents.content();
    return documents.out.toString();
  }

  /** One or several documents, with directives and markers. */
  static String stream(long seed) {
    RandomDocuments documents = new RandomDocuments(new Random(seed));
    documents.writeStream();
    return documents.out.toString();
  }

  private void writeStream() {
    if (random.nextInt(8) == 0) {
      out.append('\ufeff');
    }
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      fillers(0);
      boolean ended = directives(i);
      if (ended || i > 0 || chance(3)) {
        out.append("---");
        lineEnd();
      }
      content();
      if (chance(4) || (i + 1 < count && chance(3))) {
        out.append("...");
        lineEnd();
      }
    }
  }

  /** Directives need the document before them to be closed, so they come first only. */
  private boolean directives(int document) {
    if (document > 0 || !chance(6)) {
      return false;
    }
    out.append(chance(2) ? "%YAML 1.2" : "%TAG !e! tag:example.com,2000:");
    lineEnd();
    return true;
  }

  private void content() {
    anchors.clear();
    int indent = chance(8) ? 1 + random.nextInt(3) : 0;
    switch (random.nextInt(8)) {
      case 0 -> {
        out.append(" ".repeat(indent)).append(scraps.inline());
        lineEnd();
      }
      case 1, 2 -> blockList(indent, 0);
      default -> blockMap(indent, 0);
    }
  }

  private void blockMap(int indent, int depth) {
    int size = 1 + random.nextInt(4);
    for (int i = 0; i < size; i++) {
      fillers(indent);
      out.append(" ".repeat(indent));
      entry(indent, depth);
    }
  }

  private void entry(int indent, int depth) {
    if (chance(14)) {
      out.append('?');
      value(indent, depth, false);
      if (chance(4)) {
        return; // an explicit key may go without a value
      }
      out.append(" ".repeat(indent)).append(':');
      value(indent, depth, false);
      return;
    }
    key(depth);
    out.append(':');
    value(indent, depth, true);
  }

  private void key(int depth) {
    if (chance(20) && !anchors.isEmpty()) {
      out.append('*').append(anchor()).append(' ');
    } else if (chance(25)) {
      flow(0, DEEPEST - 1 + depth, false);
    } else {
      if (chance(15)) {
        out.append(scraps.tag()).append(' ');
      }
      out.append(scraps.key()).append(chance(10) ? " " : "");
    }
  }

  private void blockList(int indent, int depth) {
    int size = 1 + random.nextInt(4);
    for (int i = 0; i < size; i++) {
      fillers(indent);
      out.append(" ".repeat(indent)).append('-');
      value(indent, depth, false);
    }
  }

  /** Writes the text after `key:`, `-`, `?` or `:`, including the end of its last line. */
  private void value(int indent, int depth, boolean key) {
    String outer = fresh;
    fresh = "";
    afterIndicator(indent, depth, key);
    if (!fresh.isEmpty()) {
      anchors.add(fresh);
    }
    fresh = outer;
  }

  private void afterIndicator(int indent, int depth, boolean key) {
    int choice = depth >= DEEPEST ? random.nextInt(7) : random.nextInt(14);
    switch (choice) {
      case 0 -> lineEnd(); // nothing: null
      case 1 -> alias();
      case 2 -> blockScalar(indent);
      case 3 -> longScalar(indent);
      case 4, 5 -> {
        properties();
        out.append(' ').append(scraps.inline());
        lineEnd();
      }
      case 6 -> {
        properties();
        out.append(' ');
        flow(indent + 1, depth, true);
        lineEnd();
      }
      case 7, 8 -> nested(indent, depth, key, true);
      case 9, 10 -> nested(indent, depth, key, false);
      case 11, 12 -> compact(indent, depth, key);
      default -> lineThenScalar(indent);
    }
  }

  private void nested(int indent, int depth, boolean key, boolean map) {
    properties();
    lineEnd();
    if (map) {
      blockMap(indent + 1 + random.nextInt(4), depth + 1);
    } else {
      int least = key ? 0 : 1;
      blockList(indent + least + random.nextInt(4), depth + 1);
    }
  }

  /** A collection that starts on the line of its dash. */
  private void compact(int indent, int depth, boolean key) {
    if (key) {
      nested(indent, depth, true, true);
      return;
    }
    int blanks = 1 + random.nextInt(3);
    int column = indent + 1 + blanks;
    out.append(" ".repeat(blanks));
    if (chance(2)) {
      entry(column, depth + 1);
      if (chance(2)) {
        blockMap(column, depth + 1);
      }
    } else {
      out.append('-');
      value(column, depth + 1, false);
      if (chance(2)) {
        blockList(column, depth + 1);
      }
    }
  }

  private void lineThenScalar(int indent) {
    properties();
    lineEnd();
    fillers(indent);
    out.append(" ".repeat(indent + 1 + random.nextInt(3))).append(scraps.inline());
    lineEnd();
  }

  private void alias() {
    if (anchors.isEmpty()) {
      out.append(' ').append(scraps.inline());
    } else {
      out.append(" *").append(anchor());
    }
    lineEnd();
  }

  private void blockScalar(int indent) {
    properties();
    int deeper = 1 + random.nextInt(3);
    boolean told = chance(4);
    out.append(' ').append(chance(2) ? '|' : '>');
    String chomp = List.of("", "-", "+").get(random.nextInt(3));
    out.append(told ? deeper + chomp : chomp);
    lineEnd();
    int lines = random.nextInt(4);
    for (int i = 0; i <= lines; i++) {
      if (i > 0 && chance(4)) {
        out.append(chance(3) ? " ".repeat(random.nextInt(indent + deeper + 1)) : "");
      } else {
        boolean first = i == 0 && !told;
        String extra = first ? "" : " ".repeat(Math.max(0, random.nextInt(5) - 2));
        out.append(" ".repeat(indent + deeper)).append(extra).append(scraps.blockLine());
      }
      out.append(newline);
    }
  }

  private void longScalar(int indent) {
    properties();
    String quote = List.of("", "'", "\"").get(random.nextInt(3));
    out.append(' ').append(quote);
    int lines = 2 + random.nextInt(3);
    for (int i = 0; i < lines; i++) {
      if (i > 0) {
        out.append(chance(4) ? "  " : "").append(newline);
        out.append(chance(5) ? newline : "").append(" ".repeat(indent + 1 + random.nextInt(3)));
      }
      out.append(scraps.word());
    }
    out.append(quote);
    lineEnd();
  }

  private void properties() {
    String tag = chance(8) ? " " + scraps.tag() : "";
    String anchor = "";
    if (chance(8)) {
      fresh = "a" + named++;
      anchor = " &" + fresh;
    }
    out.append(chance(2) ? tag + anchor : anchor + tag);
  }

  private String anchor() {
    return anchors.get(random.nextInt(anchors.size()));
  }

  private void flow(int indent, int depth, boolean lines) {
    boolean map = chance(2);
    out.append(map ? '{' : '[');
    int size = depth >= DEEPEST + 2 ? 0 : random.nextInt(4);
    for (int i = 0; i < size; i++) {
      gap(indent, lines);
      if (map || chance(8)) {
        out.append(scraps.key()).append(": ");
      }
      if (chance(4)) {
        flow(indent, depth + 2, lines);
      } else {
        out.append(scraps.flowScalar());
      }
      gap(indent, lines);
      if (i + 1 < size || chance(6)) {
        out.append(',');
      }
    }
    gap(indent, lines);
    out.append(map ? '}' : ']');
  }

  private void gap(int indent, boolean lines) {
    if (lines && chance(6)) {
      out.append(chance(3) ? " # in flow" : "").append(newline);
      out.append(" ".repeat(indent + random.nextInt(3)));
    } else if (chance(2)) {
      out.append(' ');
    }
  }

  /** Blank lines and comments; no deeper than the next entry, or they may be a scalar's text. */
  private void fillers(int indent) {
    while (chance(7)) {
      if (chance(2)) {
        out.append(" ".repeat(random.nextInt(indent + 1))).append("# ").append(scraps.word());
      }
      out.append(newline);
    }
  }

  private void lineEnd() {
    if (chance(7)) {
      out.append(" ".repeat(1 + random.nextInt(3)));
      out.append(chance(2) ? "# " + scraps.word() : "");
    }
    out.append(newline);
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
