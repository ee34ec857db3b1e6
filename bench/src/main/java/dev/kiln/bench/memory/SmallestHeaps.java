package dev.kiln.bench.memory;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.lists.HostileList;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the smallest heap in which each function runs on a list of each shape, by halving, and
 * prints what it takes for each byte of the list. The figures of {@code MemoryNeed} come from here.
 *
 * <p>Arguments: texts, to run only the rows that contain one of them.
 */
final class SmallestHeaps {
  private static final int LIST_BYTES = 1_000_000;
  private static final int KILOBYTES_PER_STEP = 512;
  private static final int MOST_STEPS = 256;
  private static final String NO_ITEMS =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";

  private static final Map<String, String> CONFIGS = configs();

  private final Path list;

  private SmallestHeaps(Path list) {
    this.list = list;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Path file = Files.createTempFile("list", ".yaml");
    try {
      new SmallestHeaps(file).printTable(args);
    } finally {
      Files.delete(file);
    }
  }

  private void printTable(String[] parts) throws IOException, InterruptedException {
    System.out.println("| shape | function | heap, times the bytes |\n|---|---|---:|");
    for (var shape : shapes().entrySet()) {
      for (String function : CONFIGS.keySet()) {
        String row = shape.getKey() + " | " + function;
        if (parts.length == 0 || Arrays.stream(parts).anyMatch(row::contains)) {
          System.out.printf("| %s | %s |%n", row, perByte(function, shape.getValue()));
        }
      }
    }
  }

  private String perByte(String function, String items) throws IOException, InterruptedException {
    int steps = smallest(function, items);
    if (steps == MOST_STEPS) {
      return "refused"; // as too many aliases are
    }
    double bytes = (steps - smallest(function, NO_ITEMS)) * 1024.0 * KILOBYTES_PER_STEP;
    return String.format(Locale.ROOT, "%.1f", bytes / items.length());
  }

  private static Map<String, String> configs() {
    var configs = new LinkedHashMap<String, String>();
    configs.put("set-labels", "team: blue");
    configs.put("set-annotations", "team: blue");
    configs.put("set-namespace", "namespace: shop");
    configs.put("ensure-name-substring", "prepend: shop-");
    configs.put("set-image", "name: web, newTag: '2'");
    configs.put("create-setters", "letter: a");
    configs.put("apply-setters", "letter: a");
    configs.put("search-replace", "by-value: a, put-value: b");
    configs.put("upsert-resource", "a: b");
    return configs;
  }

  private static Map<String, String> shapes() {
    var shapes = new LinkedHashMap<String, String>();
    String usual = GeneratedList.ofSize(LIST_BYTES).text();
    shapes.put("usual resources", usual.substring(0, usual.indexOf("functionConfig:")));
    for (HostileList shape : HostileList.values()) {
      shapes.put(shape.label(), shape.textOfSize(LIST_BYTES));
    }
    return shapes;
  }

  /** The number of steps of the smallest heap in which the function runs. */
  private int smallest(String function, String items) throws IOException, InterruptedException {
    String config = "apiVersion: v1, kind: ConfigMap, metadata: {name: config}, data: ";
    String data = "{" + CONFIGS.get(function) + "}";
    Files.writeString(list, items + "functionConfig: {" + config + data + "}\n");
    int tooSmall = 1;
    int enough = MOST_STEPS;
    while (enough - tooSmall > 1) {
      int middle = (tooSmall + enough) / 2;
      if (fits(function, middle)) {
        enough = middle;
      } else {
        tooSmall = middle;
      }
    }
    return enough;
  }

  private boolean fits(String function, int steps) throws IOException, InterruptedException {
    String heap = "-Xmx" + steps * KILOBYTES_PER_STEP + "k";
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OneCall.class.getName(),
                function,
                list.toString())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }
}
