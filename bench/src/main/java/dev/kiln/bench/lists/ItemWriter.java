package dev.kiln.bench.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes the items of a list line by line, with the comments and blank lines that people leave. */
final class ItemWriter {
  private static final String[] REMARKS = {
    "keep in step with the chart",
    "see the runbook before changing this",
    "raised after the load test",
    "kpt-set: ${value}",
    "default of the base, repeated for clarity",
    "do not reorder",
  };

  private final StringBuilder text;
  private final Random random;
  private final List<GeneratedList.Label> labels = new ArrayList<>();
  private boolean first;

  ItemWriter(int capacity, Random random) {
    this.text = new StringBuilder(capacity);
    this.random = random;
  }

  /** Starts an item. Its first line begins with the list's dash. */
  void item() {
    if (oneIn(6)) {
      text.append('\n');
    }
    if (oneIn(5)) {
      text.append("# ").append(remark()).append('\n');
    }
    first = true;
  }

  /** Writes one line of an item at a depth, sometimes with a comment above or after it. */
  void line(int depth, String content) {
    if (!first && oneIn(40)) {
      indent(depth).append("# ").append(remark()).append('\n');
    }
    indent(depth).append(content);
    if (oneIn(30)) {
      text.append(" # ").append(remark());
    }
    text.append('\n');
  }

  /** Writes a line of a block scalar, without comments. */
  void verbatim(int depth, String content) {
    if (content.isEmpty()) {
      text.append('\n');
    } else {
      indent(depth).append(content).append('\n');
    }
  }

  void raw(String content) {
    text.append(content);
  }

  void blank() {
    text.append('\n');
  }

  /** Records this position as the place for the item's label. */
  void recordLabelPosition(String insertion) {
    labels.add(new GeneratedList.Label(text.length(), insertion));
  }

  boolean oneIn(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  int randomBelow(int bound) {
    return random.nextInt(bound);
  }

  String randomChoice(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  int length() {
    return text.length();
  }

  List<GeneratedList.Label> labels() {
    return labels;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private StringBuilder indent(int depth) {
    text.append(first ? "- " : "  ");
    first = false;
    return text.repeat(' ', 2 * depth);
  }

  private String remark() {
    return randomChoice(REMARKS);
  }
}
