package dev.kiln.bench;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures labelling every item, one item of a thousand and no item, and the parse that each of
 * these begins with.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LabelBenchmark {
  @Param({"2000", "20000", "200000", "2000000", "20000000"})
  private int size;

  private byte[] input = {};
  private IntPredicate oneInAThousand = _ -> false;

  /** Makes the list, and checks the answers before anything is measured. */
  @Setup
  public void prepare() {
    var list = GeneratedList.ofSize(size);
    int middle = Math.min(500, list.items() / 2);
    oneInAThousand = item -> item % 1000 == middle;
    input = list.bytes();
    require(everyItem(), list.labelled(_ -> true));
    require(oneInAThousand(), list.labelled(oneInAThousand));
    require(noItem(), input);
    require(scan().bytes(), input);
  }

  @Benchmark
  public byte[] everyItem() {
    return LabelStep.everyItem(input);
  }

  @Benchmark
  public byte[] oneInAThousand() {
    return LabelStep.someItems(input, oneInAThousand);
  }

  @Benchmark
  public byte[] noItem() {
    return LabelStep.noItem(input);
  }

  @Benchmark
  public Node scan() {
    return Yaml.parse(input);
  }

  private static void require(byte[] answer, byte[] expected) {
    int at = Arrays.mismatch(answer, expected);
    if (at >= 0) {
      throw new IllegalStateException("the answer differs from the expected bytes at " + at);
    }
  }
}
