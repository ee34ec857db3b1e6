package dev.kiln.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs the Go peer over a file and reads the line it prints. */
record Kyaml(Path program) {
  /** The cost of the better of two runs, and the largest resident size of the process in bytes. */
  record Run(Cost cost, long residentBytes) {}

  /** Measures with one processor for the Go runtime and with all of them; the faster one counts. */
  Run measure(Settings settings, Path list) throws IOException, InterruptedException {
    Run one = run(settings, list, Map.of("GOMAXPROCS", "1"));
    Run all = run(settings, list, Map.of());
    boolean allIsFaster = all.cost().rate(settings.byCpu()) > one.cost().rate(settings.byCpu());
    return allIsFaster ? all : one;
  }

  private Run run(Settings settings, Path list, Map<String, String> environment)
      throws IOException, InterruptedException {
    long round = Settings.ROUND.toMillis();
    var builder =
        new ProcessBuilder(
                List.of(
                    program.toString(),
                    "-warm=" + 2 * round + "ms",
                    "-round=" + round + "ms",
                    "-rounds=" + settings.rounds(),
                    list.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    var line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(program + " ended with exit code " + code);
    }
    return parse(line);
  }

  static Run parse(String line) {
    Map<String, Double> values =
        Arrays.stream(line.strip().split(" "))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> Double.valueOf(pair[1])));
    return new Run(
        new Cost(value(values, "wall"), value(values, "cpu"), value(values, "alloc")),
        (long) value(values, "rss"));
  }

  private static double value(Map<String, Double> values, String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("the kyaml peer printed no " + name + ": " + values);
    }
    return value;
  }
}
