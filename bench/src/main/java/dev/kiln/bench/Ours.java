package dev.kiln.bench;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link LabelBenchmark} for one size, each variant in a JVM of its own, on one thread. */
final class Ours {
  private static final List<String> JVM =
      List.of("-Xms2g", "-Xmx2g", "--sun-misc-unsafe-memory-access=allow");

  private static final TimeValue ROUND = TimeValue.milliseconds(Settings.ROUND.toMillis());

  private Ours() {}

  /** The cost of each variant, by the name of its method. */
  static Map<String, Cost> measure(Settings settings, int size, int bytes) throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(LabelBenchmark.class.getName())
            .param("size", String.valueOf(size))
            .threads(1)
            .forks(1)
            .jvmArgs(JVM.toArray(String[]::new))
            .warmupIterations(settings.warm())
            .warmupTime(ROUND)
            .measurementIterations(settings.rounds())
            .measurementTime(ROUND)
            .addProfiler(GCProfiler.class)
            .addProfiler(CpuTime.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    Collection<RunResult> runs = new Runner(options).run();
    return runs.stream().collect(Collectors.toMap(Ours::variant, cost(bytes)));
  }

  private static Function<RunResult, Cost> cost(int bytes) {
    return run ->
        new Cost(
            bytes * 1e3 / median(run.getPrimaryResult()),
            bytes * 1e3 / median(secondary(run, CpuTime.NORM)),
            median(secondary(run, "gc.alloc.rate.norm")) / bytes);
  }

  private static String variant(RunResult run) {
    String benchmark = run.getParams().getBenchmark();
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  private static Result<?> secondary(RunResult run, String name) {
    Result<?> result = run.getSecondaryResults().get(name);
    if (result == null) {
      throw new IllegalStateException("JMH reported no " + name);
    }
    return result;
  }

  private static double median(Result<?> result) {
    return result.getStatistics().getPercentile(50);
  }
}
