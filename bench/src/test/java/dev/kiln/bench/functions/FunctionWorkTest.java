package dev.kiln.bench.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.kiln.sdk.Format;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The work of a function grows with its list and not with its square. Work is counted in steps of
 * our code and in bytes that are allocated, so that the test says the same on every machine. Loops
 * inside the JDK count only by what they call or allocate.
 */
class FunctionWorkTest {
  private static final int SMALL = 300;

  /** How many times as much work a list may be that is ten times as long. */
  private static final double MOST_GROWTH = 12;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Function<List<String>, Runnable> RUNNER = countedRunner();

  @SuppressWarnings("unchecked")
  private static Function<List<String>, Runnable> countedRunner() {
    try {
      var type = new StepCountingLoader().loadClass(GrowthRunner.class.getName());
      return (Function<List<String>, Runnable>) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<Arguments> tasks() {
    return IntStream.range(0, GrowthTask.ALL.size())
        .boxed()
        .flatMap(
            task ->
                Arrays.stream(Format.values())
                    .filter(f -> f == Format.YAML || GrowthTask.ALL.get(task).fitsJson())
                    .map(f -> Arguments.of(GrowthTask.ALL.get(task).name(), f, task)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("tasks")
  void growsWithTheList(String name, Format format, int task) {
    Runnable small = run(task, format, SMALL);
    Runnable large = run(task, format, 10 * SMALL);
    small.run(); // initializes classes, which is not work on the list
    Work expected = Work.of(small).times(MOST_GROWTH);
    Work found = Work.of(large);
    assertThat(found.steps()).as("steps of " + name).isLessThan(expected.steps());
    assertThat(found.bytes()).as("bytes of " + name).isLessThan(expected.bytes());
  }

  private static Runnable run(int task, Format format, int size) {
    return RUNNER.apply(List.of("" + task, format.name(), "" + size));
  }

  private record Work(long steps, long bytes) {
    static Work of(Runnable run) {
      long steps = StepCountingLoader.steps();
      long bytes = THREADS.getCurrentThreadAllocatedBytes();
      run.run();
      return new Work(
          StepCountingLoader.steps() - steps, THREADS.getCurrentThreadAllocatedBytes() - bytes);
    }

    Work times(double factor) {
      return new Work((long) (factor * steps), (long) (factor * bytes));
    }
  }
}
