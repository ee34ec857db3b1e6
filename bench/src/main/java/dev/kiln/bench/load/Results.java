package dev.kiln.bench.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** All measured figures, and their table. */
final class Results {
  static final int SMALL = 2_000;
  static final int LARGE = 200_000;
  static final List<Integer> SIZES = List.of(SMALL, LARGE);
  static final List<Integer> CALLERS = List.of(1, 8, 64);

  static final String HEAD =
      """
      | list | at once | server | calls/s | p50, ms | p99, ms | processor, ms a call | peak, MB |
      |---:|---:|---|---:|---:|---:|---:|---:|
      """;

  private final Map<Cell, Figures> figures = new LinkedHashMap<>();

  void add(Cell cell, Figures measured) {
    figures.put(cell, measured);
  }

  Figures of(Peer peer, int size, int callers) {
    var cell = new Cell(size, callers, peer);
    Figures found = figures.get(cell);
    if (found == null) {
      throw new IllegalStateException("not measured: " + cell);
    }
    return found;
  }

  /** The lines of the table for one size and one number of callers. */
  String lines(int size, int callers) {
    return figures.entrySet().stream()
        .filter(entry -> entry.getKey().size() == size && entry.getKey().callers() == callers)
        .map(entry -> line(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining());
  }

  private static String line(Cell cell, Figures figures) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %s | %.0f | %.3f | %.3f | %.4f | %.0f |%n",
        Cell.sizeName(cell.size()),
        cell.callers(),
        cell.peer(),
        figures.callsPerSecond(),
        figures.p50(),
        figures.p99(),
        figures.processor(),
        figures.peakBytes() / 1e6);
  }
}
