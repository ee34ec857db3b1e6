package dev.kiln.bench.attack;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts what came back: a status, or how a connection ended. */
final class Answers {
  private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

  void add(String what) {
    counts.computeIfAbsent(what, _ -> new LongAdder()).increment();
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
