package dev.kiln.client.results;

/** How the results of a function are written. */
public enum Form {
  /** As the specification has them, whatever form the function chose. */
  SPECIFIED,
  /** In the function's own words. */
  RAW
}
