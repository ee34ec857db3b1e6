package dev.kiln.cli;

import java.util.ArrayList;
import java.util.List;

/** Formats rows as columns, each as wide as its widest cell. */
final class TextTable {
  private static final int GAP = 3;

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... heads) {
    row(heads);
  }

  void row(String... words) {
    rows.add(List.of(words));
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (List<String> row : rows) {
      for (int column = 0; column < row.size() - 1; column++) {
        String word = row.get(column);
        text.append(word).append(" ".repeat(width(column) - word.length()));
      }
      text.append(row.getLast()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0) + GAP;
  }
}
