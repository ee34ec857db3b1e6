package dev.kiln.bench.warm;

import dev.kiln.bench.load.Must;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is measured. Rounds of all rows take turns, so that the machine's weather is the same for
 * all.
 */
public final class Table {
  private final List<Row> rows = new ArrayList<>();

  public void add(Row row) {
    rows.add(row);
  }

  /** Runs each so often, after some rounds that do not count. */
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

  /** Prints all rows and what is required, and whether that was met. */
  public boolean tell(List<Must> musts) {
    System.out.println("| | ms | half of the runs |\n|---|---:|---:|");
    rows.forEach(row -> System.out.println(row.line()));
    System.out.println();
    musts.forEach(must -> System.out.println(must.line()));
    return musts.stream().allMatch(Must::met);
  }
}
