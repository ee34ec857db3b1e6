package dev.kiln.bench;

import dev.kiln.bench.lists.GeneratedList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** Measures ours and the Go peer on the same bytes, size by size, and prints one table. */
final class Compare {
  private Compare() {}

  public static void main(String[] args) throws Exception {
    Settings settings;
    try {
      settings = Settings.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    System.out.print(Row.HEAD);
    var missed = new ArrayList<String>();
    for (int size : settings.sizes()) {
      Row row = measure(settings, size);
      System.out.print(row.markdown());
      missed.addAll(row.missed());
    }
    System.out.println(settings.byCpu() ? "\nRates by processor time." : "\nRates by the clock.");
    missed.forEach(line -> System.err.println("missed: " + line));
    System.exit(missed.isEmpty() ? 0 : 1);
  }

  private static Row measure(Settings settings, int size)
      throws IOException, InterruptedException, RunnerException {
    byte[] bytes = GeneratedList.ofSize(size).bytes();
    Map<String, Cost> ours = Ours.measure(settings, size, bytes.length);
    Path file = Files.createTempFile("list", ".yaml");
    try {
      Files.write(file, bytes);
      Kyaml.Run kyaml = new Kyaml(settings.peer()).measure(settings, file);
      List<Cost> costs =
          List.of("everyItem", "oneInAThousand", "noItem", "scan").stream().map(ours::get).toList();
      return new Row(
          size, costs.get(0), costs.get(1), costs.get(2), costs.get(3), kyaml, settings.byCpu());
    } finally {
      Files.delete(file);
    }
  }
}
