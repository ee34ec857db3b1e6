package dev.kiln.bench.attack;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts what came back: a status, or how a connection ended. */
final class Answers {
  private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

  /** Reads what {@link #toString} wrote. */
  static Answers parse(String text) {
    var answers = new Answers();
    for (String each : text.isEmpty() ? new String[0] : text.split(", ", -1)) {
      String[] parts = each.split(" × ", 2);
      answers.add(parts[1], Long.parseLong(parts[0]));
    }
    return answers;
  }

  void add(String what) {
    add(what, 1);
  }

  private void add(String what, long times) {
    counts.computeIfAbsent(what, _ -> new LongAdder()).add(times);
  }

  long count(String what) {
    return counts.containsKey(what) ? counts.get(what).sum() : 0;
  }

  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " × " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}
