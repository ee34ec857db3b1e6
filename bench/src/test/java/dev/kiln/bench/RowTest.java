package dev.kiln.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowTest {
  private static final Kyaml.Run KYAML =
      Kyaml.parse("bytes=20001 items=12 wall=5.0 cpu=4.0 alloc=104.20 rss=17235968\n");

  @Test
  void aRowThatReachesEverythingMissesNothing() {
    assertThat(row(20_000, 150, 4, 255).missed()).isEmpty();
  }

  @Test
  void eachMustThatIsMissedIsNamedWithItsFigures() {
    assertThat(row(20_000, 70, 4.1, 100).missed())
        .containsExactly(
            "20 KB: 70.0 MB/s with every item changed (must: at least 150.0)",
            "20 KB: 14.0 times kyaml (must: at least 15.0)",
            "20 KB: 4.1 bytes allocated per byte (must: at most 4.0)",
            "20 KB: 100.0 MB/s with one item of a thousand changed (must: at least 255.0)");
  }

  @Test
  void aListBelowTwentyKilobytesIsShownAndNotJudged() {
    assertThat(row(2_000, 1, 40, 1).missed()).isEmpty();
  }

  @Test
  void aRowHasAsManyCellsAsTheHead() {
    String rule = Row.HEAD.lines().skip(1).findFirst().orElseThrow();
    assertThat(row(2_000_000, 150, 4, 255).markdown())
        .startsWith("| 2 MB | 150 | 5.0 | 30 | 4.00 | 104 | 255 |")
        .satisfies(line -> assertThat(cells(line)).isEqualTo(cells(rule)));
  }

  private static long cells(String line) {
    return line.chars().filter(c -> c == '|').count();
  }

  private static Row row(int size, double every, double alloc, double one) {
    var other = new Cost(500, 500, 1);
    var first = new Cost(every, every, alloc);
    return new Row(size, first, new Cost(one, one, 1), other, other, KYAML, false);
  }
}
