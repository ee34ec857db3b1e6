package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultsTest {
  private final Results results = new Results();

  @Test
  void aLineHasAsManyCellsAsTheHead() {
    results.add(
        new Cell(Results.LARGE, 8, Peer.GO), new Figures(58.4, 130, 200.25, 17.1, 715_000_000));
    String rule = Results.HEAD.lines().skip(1).findFirst().orElseThrow();
    assertThat(results.lines(Results.LARGE, 8))
        .isEqualToNormalizingNewlines(
            "| 200 KB | 8 | Go with kyaml, HTTP | 58 | 130.000 | 200.250 | 17.1000 | 715 |\n")
        .satisfies(line -> assertThat(bars(line)).isEqualTo(bars(rule)));
  }

  @Test
  void linesAreOfOneSizeAndOneNumberOfCallers() {
    var figures = new Figures(1, 1, 1, 1, 1);
    results.add(new Cell(Results.SMALL, 1, Peer.GO), figures);
    results.add(new Cell(Results.SMALL, 8, Peer.GO), figures);
    results.add(new Cell(Results.LARGE, 8, Peer.GO), figures);
    results.add(new Cell(Results.SMALL, 8, Peer.KILN_HTTP), figures);
    assertThat(results.lines(Results.SMALL, 8).lines()).hasSize(2);
  }

  private static long bars(String line) {
    return line.chars().filter(c -> c == '|').count();
  }
}
