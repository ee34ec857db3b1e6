package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Another process that writes a package again and again. Each write adds one to the number in every
 * file, so a package that is half written has several numbers. Each write also creates or deletes a
 * file called extra.
 */
final class CountingWriter {
  private static final String NUMBER = "data.number";

  private static final int MOST_REFUSED = 1000;

  private CountingWriter() {}

  /** Starts the process. If its output is a pipe, somebody must read it, or it waits. */
  static Process start(Path root, int times, Redirect output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            CountingWriter.class.getName(),
            root.toString(),
            Integer.toString(times))
        .redirectErrorStream(true)
        .redirectOutput(output)
        .start();
  }

  /** Makes a package with number 0. */
  static TestPackage make(Path root, int files) {
    var made = new TestPackage(root).with("README.md", "for people\n");
    for (int i = 0; i < files; i++) {
      String folder = i % 2 == 0 ? "" : "sub/" + (i % 4 == 1 ? "" : "deep/");
      made.with(folder + i + ".yaml", item("x" + i, 0));
    }
    return made;
  }

  private static String item(String name, int number) {
    return TestPackage.configMap(name) + "data:\n  number: " + number + "\n";
  }

  /** Returns the different numbers of the items whose paths fit. */
  static Set<Integer> numbers(PackageFolder read, Predicate<String> path) {
    var numbers = new TreeSet<Integer>();
    for (PackageItem item : read.items()) {
      if (path.test(item.path())) {
        numbers.add(number(item));
      }
    }
    return numbers;
  }

  private static int number(PackageItem item) {
    return Integer.parseInt(item.resource().node().find(NUMBER).orElseThrow().toString().strip());
  }

  /**
   * Runs in the process: writes as often as the second argument says, and prints a line for each
   * step. Whoever reads these lines knows where in a write the process is.
   */
  public static void main(String[] args) {
    Path root = Path.of(args[0]);
    int times = Integer.parseInt(args[1]);
    int refused = 0;
    for (int done = 0; done < times; ) {
      try {
        write(root, (stage, number) -> System.out.println(stage + " " + number));
        done++;
        refused = 0;
      } catch (PackageException e) {
        System.out.println("refused " + e.problems().getFirst());
        if (++refused > MOST_REFUSED) {
          throw e;
        }
      }
    }
  }

  /** Writes once. */
  static void write(Path root, TransactionListener listener) {
    PackageFolder read = PackageFolder.recoverAndRead(root, ReadOptions.defaults());
    List<PlacedItem> placed = new ArrayList<>();
    boolean hasExtra = false;
    int next = 0;
    for (PackageItem item : read.items()) {
      next = number(item) + 1;
      if (item.path().startsWith("extra")) {
        hasExtra = true;
      } else {
        placed.add(changed(item, next));
      }
    }
    if (!hasExtra) {
      placed.add(PlacedItem.created("extra/e.yaml", Resource.parse(item("extra", next))));
    }
    read.plan(placed).write(listener);
  }

  private static PlacedItem changed(PackageItem item, int number) {
    Resource resource = item.resource().edit(e -> e.set(NUMBER, number));
    return new PlacedItem(item.path(), item.index(), resource, item);
  }
}
