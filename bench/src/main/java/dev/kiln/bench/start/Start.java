package dev.kiln.bench.start;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.Must;
import dev.kiln.bench.warm.Row;
import dev.kiln.bench.warm.Table;
import dev.kiln.bench.warm.WorkFolder;
import java.io.IOException;
import java.util.List;

/**
 * Measures a function that is started for each call, the same function in Go, a Java program that
 * does nothing, and a host up to its first answer. Prints one table and the limits, and fails if a
 * limit is missed.
 */
final class Start {
  private static final String USAGE =
      "usage: bench/start [--quick]\n\n  --quick   fewer rounds: a look, no record\n";
  private static final String EMPTY = "empty Java main";
  private static final String SMALL = "2 KB, kiln";
  private static final String LARGE = "200 KB, kiln";
  private static final String LARGE_GO = "200 KB, Go and kyaml";
  private static final String SERVED = "kiln serve, to its first answer";

  private final Table table = new Table();
  private final Programs programs;

  private Start(Programs programs) {
    this.programs = programs;
  }

  /**
   * Measures.
   *
   * @param args the Go program, kiln of a distribution, java, a class path with this class, and
   *     perhaps the flag
   */
  public static void main(String[] args) throws Exception {
    boolean quick = args.length == 5 && args[4].equals("--quick");
    if (args.length != 4 && !quick) {
      System.err.print(USAGE);
      System.exit(2);
    }
    boolean met;
    try (var folder = WorkFolder.make()) {
      var start = new Start(new Programs(folder.path()));
      start.addRows(args[0], args[1], List.of(args[2], "-cp", args[3], Empty.class.getName()));
      start.table.measure(3, quick ? 8 : 60);
      met = start.printResults();
    }
    System.exit(met ? 0 : 1);
  }

  private void addRows(String go, String kiln, List<String> empty) throws IOException {
    byte[] small = GeneratedList.ofSize(2_000).bytes();
    byte[] large = GeneratedList.ofSize(200_000).bytes();
    List<String> v1 = List.of(kiln, "serve", "--function", "set-labels");
    addProgram(EMPTY, empty, small);
    addProgram(SMALL, v1, small);
    addProgram("2 KB, Go and kyaml", List.of(go), small);
    addProgram(LARGE, v1, large);
    addProgram(LARGE_GO, List.of(go), large);
    addProgram("kiln version", List.of(kiln, "version"), small);
    var served = new Served(kiln, programs.folder().resolve("s"), small);
    table.add(new Row(SERVED, served::run, served::stop));
  }

  private void addProgram(String name, List<String> command, byte[] input) throws IOException {
    Programs.Once once = programs.prepare(name, command, input);
    table.add(new Row(name, once::run, once::check));
  }

  /** Prints the table and the limits, and returns whether all limits were met. */
  private boolean printResults() {
    double empty = median(EMPTY);
    return table.print(
        List.of(
            Must.atMost(SMALL, median(SMALL), 1.3 * empty, "1.3 times the " + EMPTY),
            Must.atMost(
                LARGE,
                median(LARGE),
                scaledLimit(100, median(LARGE_GO) / 60),
                "0.1 s where Go takes 60 ms"),
            Must.atMost(
                SERVED,
                median(SERVED),
                scaledLimit(400, empty / 33),
                "0.4 s where the " + EMPTY + " takes 33 ms")));
  }

  /** Scales a limit, which was set on a reference machine, for a slower machine. */
  private static double scaledLimit(double millis, double times) {
    return millis * Math.max(1, times);
  }

  private double median(String name) {
    return table.find(name).orElseThrow().median();
  }
}
