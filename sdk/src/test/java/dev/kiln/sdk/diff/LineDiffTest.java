package dev.kiln.sdk.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.diff.LineDiff.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineDiffTest {
  @Test
  void equalTextsDoNotDiffer() {
    assertThat(LineDiff.of(List.of("a", "b"), List.of("a", "b"))).isEmpty();
    assertThat(LineDiff.of(List.of(), List.of())).isEmpty();
  }

  @Test
  void findsRemovedAndAddedLines() {
    assertThat(LineDiff.of(List.of("a", "b", "c", "d"), List.of("a", "x", "c", "d", "e")))
        .containsExactly(new Difference(1, 2, 1, 2), new Difference(4, 4, 4, 5));
  }

  @Test
  void findsTheFewestDifferences() {
    var before = List.of("a", "b", "c", "a", "b", "b", "a");
    var after = List.of("c", "b", "a", "b", "a", "c");

    assertThat(size(LineDiff.of(before, after))).isEqualTo(5);
  }

  @Test
  void differencesTurnOneTextIntoTheOther() {
    var random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      var before = lines(random);
      var after = lines(random);

      var differences = LineDiff.of(before, after);

      assertThat(applied(before, after, differences)).isEqualTo(after);
      assertThat(size(differences)).isEqualTo(fewest(before, after));
    }
  }

  @Test
  void twoTextsWithNothingInCommonAreReplaced() {
    var before = IntStream.range(0, 20_000).mapToObj(i -> "old " + i).toList();
    var after = IntStream.range(0, 30_000).mapToObj(i -> "new " + i).toList();

    assertThat(LineDiff.of(before, after)).containsExactly(new Difference(0, 20_000, 0, 30_000));
  }

  @Test
  void veryManyDifferencesAreFoundOneByOne() {
    var before = IntStream.range(0, 20_000).mapToObj(i -> i % 2 == 0 ? "same" + i : "old").toList();
    var after = before.stream().map(line -> line.equals("old") ? "new" : line).toList();

    var differences = LineDiff.of(before, after);

    assertThat(applied(before, after, differences)).isEqualTo(after);
    assertThat(differences).hasSize(10_000);
  }

  private static List<String> lines(Random random) {
    return random.ints(random.nextInt(12), 0, 4).mapToObj(Integer::toString).toList();
  }

  private static int size(List<Difference> differences) {
    return differences.stream().mapToInt(d -> d.to() - d.from() + d.newTo() - d.newFrom()).sum();
  }

  private static List<String> applied(
      List<String> before, List<String> after, List<Difference> differences) {
    var result = new ArrayList<String>();
    int at = 0;
    for (var each : differences) {
      result.addAll(before.subList(at, each.from()));
      result.addAll(after.subList(each.newFrom(), each.newTo()));
      at = each.to();
    }
    result.addAll(before.subList(at, before.size()));
    return result;
  }

  /** The simple algorithm: a table of the longest common subsequences of the remaining lines. */
  private static int fewest(List<String> before, List<String> after) {
    var common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return before.size() + after.size() - 2 * common[0][0];
  }
}
