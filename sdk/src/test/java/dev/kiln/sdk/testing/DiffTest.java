package dev.kiln.sdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiffTest {
  private static String numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }

  @Test
  void isEmptyForTheSame() {
    assertThat(Diff.of("a\n", "a\n")).isEmpty();
  }

  @Test
  void showsDifferingLinesWithContext() {
    String old = numbers(1, 30);
    String now = old.replace("\n5\n", "\nfive\n").replace("\n20\n", "\n20\n20a\n");
    assertThat(Diff.of(old, now))
        .isEqualTo(
            """
              @@ line 2 / 2 @@
               2
               3
               4
              -5
              +five
               6
               7
               8
              @@ line 18 / 18 @@
               18
               19
               20
              +20a
               21
               22
               23\
            """);
  }

  @Test
  void showsInvisibleCharacters() {
    assertThat(Diff.of("a\nb", "a \nb\r\n").lines())
        .containsExactly(
            "  @@ line 1 / 1 @@", "  -a", "  -b [no line break at the end]", "  +a $", "  +b\\r");
  }

  @Test
  void comparesWithAnEmptyText() {
    assertThat(Diff.of("", "a\n").lines()).containsExactly("  @@ line 1 / 1 @@", "  +a");
  }

  @Test
  void doesNotCompareEveryPairOfManyLines() {
    String diff = Diff.of(numbers(0, 9_000), numbers(9_000, 18_000));
    assertThat(diff.lines().count()).isEqualTo(18_001);
  }
}
