package dev.kiln.bench.warm;

import dev.kiln.bench.load.Must;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The measured rows. The rounds of all rows alternate, so that a change in the machine's load
 * affects all of them.
 */
public final class Table {
  private final List<Row> rows = new ArrayList<>();

  public void add(Row row) {
    rows.add(row);
  }

  /** Measures each row in this many rounds, after some warm-up rounds. */
  public void measure(int warmUp, int rounds) throws Exception {
    for (int i = 0; i < warmUp; i++) {
      for (Row row : rows) {
        row.warm();
      }
    }
    for (int i = 0; i < rounds; i++) {
      for (Row row : rows) {
        row.measure();
      }
    }
  }

  public Optional<Row> find(String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst();
  }

  /** Prints all rows and the limits, and returns whether all limits were met. */
  public boolean print(List<Must> musts) {
    System.out.println("| | ms | half of the runs |\n|---|---:|---:|");
    rows.forEach(row -> System.out.println(row.line()));
    System.out.println();
    musts.forEach(must -> System.out.println(must.line()));
    return musts.stream().allMatch(Must::met);
  }
}
