package dev.kiln.bench.functions;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs each function on 10,000 Deployments, from bytes to bytes, and prints the processor time
 * beside that of set-labels. All threads of a process count.
 *
 * <p>Arguments: the folder with the programs of the originals, if there is one.
 */
final class FunctionCosts {
  private static final int WARM_UP_RUNS = 15;
  private static final int ROUNDS = 4;

  /** The JVM counts its processor time in steps of 10 ms, so a round is many steps long. */
  private static final int RUNS_PER_ROUND = 10;

  private static final int ORIGINAL_ROUNDS = 3;

  /** How many times as fast as its original each function must be. */
  private static final double TIMES_ORIGINAL = 15;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private FunctionCosts() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Optional<Path> originals = args.length == 0 ? Optional.empty() : Optional.of(Path.of(args[0]));
    for (FunctionTask task : FunctionTask.ALL) { // so that all code is compiled
      runOften(task, task.list(), WARM_UP_RUNS);
    }
    double reference = 0;
    boolean met = true;
    System.out.printf(
        Locale.ROOT,
        "| function | ms | times set-labels | original, ms | times as fast (at least %.0f) |%n",
        TIMES_ORIGINAL);
    System.out.println("|---|---:|---:|---:|---:|");
    for (FunctionTask task : FunctionTask.ALL) {
      byte[] list = task.list();
      double ms = run(task, list);
      reference = reference == 0 ? ms : reference;
      Optional<Double> original = original(originals, task, list);
      met &= ms <= task.limit() * reference;
      met &= original.isEmpty() || original.get() >= TIMES_ORIGINAL * ms;
      print(task, ms, ms / reference, original);
    }
    System.out.println(met ? "met: all limits" : "missed: a function is over a limit");
    System.exit(met ? 0 : 1);
  }

  private static void print(FunctionTask task, double ms, double times, Optional<Double> original) {
    String peer = original.map(other -> "%.0f | %.0f".formatted(other, other / ms)).orElse(" | ");
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.1f (at most %.1f) | %s |%n",
        task.name(),
        ms,
        times,
        task.limit(),
        peer);
  }

  /** The processor time of one run in the fastest round, in milliseconds. */
  private static double run(FunctionTask task, byte[] list) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long start = SYSTEM.getProcessCpuTime();
      runOften(task, list, RUNS_PER_ROUND);
      best = Math.min(best, SYSTEM.getProcessCpuTime() - start);
    }
    return best / 1e6 / RUNS_PER_ROUND;
  }

  private static void runOften(FunctionTask task, byte[] list, int times) {
    FunctionClass function = FunctionClass.of(task.type());
    for (int i = 0; i < times; i++) {
      ResourceList in = ResourceList.parse(list);
      FunctionRun run = function.run(in, in.functionConfig(), Caller.withoutDeadline(System.err));
      byte[] out = run.list().bytes();
      if (run.exitCode() != 0 || out.length <= list.length / 2) {
        throw new IllegalStateException(task.name() + " failed: " + run.added().getFirst());
      }
    }
  }

  /** The time of the fastest run of an original, in milliseconds. */
  private static Optional<Double> original(Optional<Path> folder, FunctionTask task, byte[] list)
      throws IOException, InterruptedException {
    Optional<Path> program =
        folder.map(all -> all.resolve(task.program())).filter(Files::isExecutable);
    if (program.isEmpty()) {
      return Optional.empty();
    }
    Path input = Files.createTempFile("kiln-bench", ".yaml");
    try {
      Files.write(input, list);
      long best = Long.MAX_VALUE;
      for (int i = 0; i < ORIGINAL_ROUNDS; i++) {
        best = Math.min(best, timed(program.get(), input));
      }
      return Optional.of(best / 1e6);
    } finally {
      Files.delete(input);
    }
  }

  /** The processor time of one run, as the shell counts that of its children. */
  private static long timed(Path program, Path input) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "\"$0\" >/dev/null <\"$1\" && times",
                program.toString(),
                input.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String[] times = new String(shell.getInputStream().readAllBytes(), UTF_8).split("\\s+", -1);
    if (shell.waitFor() != 0) {
      throw new IllegalStateException(program + " failed");
    }
    return nanos(times[2]) + nanos(times[3]);
  }

  /** Reads {@code 0m1.520s}. */
  private static long nanos(String time) {
    int minutes = time.indexOf('m');
    double seconds = Double.parseDouble(time.substring(minutes + 1, time.length() - 1));
    return (long) ((Integer.parseInt(time.substring(0, minutes)) * 60 + seconds) * 1e9);
  }
}
