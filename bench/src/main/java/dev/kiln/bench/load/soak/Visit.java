package dev.kiln.bench.load.soak;

/** One call of a kind, which throws if it ends otherwise than calls of that kind must. */
@FunctionalInterface
interface Visit {
  void pay() throws Exception;
}
