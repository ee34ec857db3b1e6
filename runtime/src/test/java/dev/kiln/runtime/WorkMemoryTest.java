package dev.kiln.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.ResourceList;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls take of the heap, and what becomes of those that take too much. */
class WorkMemoryTest {
  private static final String HEAD = "kind: ResourceList\nitems:\n";
  private static final String ITEM = "- {apiVersion: v1, kind: A, metadata: {name: a}}\n";
  private static final Limits LIMITS =
      new Limits(1 << 30, 1 << 20, 1, 4, 2, 1, Duration.ofMinutes(5));

  private static String lines(String line, int bytes) {
    return HEAD + line.repeat(bytes / line.length());
  }

  private static Invocation call(String list) {
    return Invocation.of(list.getBytes(UTF_8)).function("same");
  }

  @Test
  void takesWhatIsFree() {
    var memory = new WorkMemory(100, 20);
    assertThat(memory.take(90, false)).isTrue();
    assertThat(memory.take(20, false)).isFalse();
    assertThat(memory.take(20, true)).as("for a small list").isTrue();
    memory.free(90);
    assertThat(memory.take(80, false)).isTrue();
    assertThat(memory.take(1, false)).isFalse();
  }

  @Test
  void looksAtTheShapeOfAListThatMightNotFit() {
    var memory = new WorkMemory(10 << 20, 0);
    long worst = memory.need(call(lines(ITEM, 200_000)), false);
    long text =
        memory.need(
            call(lines("  # a comment of sixty bytes, which is nothing but text....\n", 200_000)),
            false);
    assertThat(text).isLessThan(worst / 3);
    assertThat(memory.need(call(lines(ITEM, 2000)), false))
        .isEqualTo(MemoryNeed.most(HEAD.length() + 2000 / ITEM.length() * ITEM.length(), false));
  }

  @Test
  void countsValuesThatAreLargerThanTheirText() {
    String alias = HEAD + "- &a {apiVersion: v1, kind: A, metadata: {name: a}}\n- *a\n- *a\n";
    assertThat(ResourceList.parse(lines(ITEM, 1000)).extraNodes()).isZero();
    assertThat(ResourceList.parse(alias).extraNodes())
        .as("an anchor, two maps of 8 more")
        .isEqualTo(17);
  }

  @ParameterizedTest
  @ValueSource(strings = {"- [!a a,!b b, &c c]\n", "- &a a\n", "- *a\n", "- !a\n  - !!b b\n"})
  void refusesValuesThatAreLargerThanTheirTextBeforeItReadsThem(String values) {
    var memory = new WorkMemory(10 << 20, 0);
    assertThat(memory.need(call(lines(values, 300_000)), false)).isGreaterThan(10 << 20);
    String text = "  # a & b, * c, a!=b, a*b, a&&b, \"!d\": https://example.com/?e=f&g=h...\n";
    assertThat(memory.need(call(lines(text, 300_000)), false)).isLessThan(10 << 20);
  }

  @Test
  void refusesAListThatTheHeapCannotCarry() {
    long heap = Runtime.getRuntime().maxMemory();
    String list = lines(ITEM, Math.toIntExact(heap / 20));
    RegisteredFunction same = TestEvaluators.hosted("same", (in, _) -> in);
    try (var evaluator = new Evaluator(new FunctionRegistry(List.of(same)), LIMITS)) {
      assertThat(evaluator.evaluate(call(list)).ending())
          .isInstanceOf(Ending.TooLarge.class)
          .extracting(Ending::message)
          .asString()
          .contains("needs about", "MiB of memory", "-Xmx in KILN_JAVA_OPTS");
      assertThat(evaluator.evaluate(call(lines(ITEM, 2000))).exitCode()).isZero();
    }
  }
}
