package dev.kiln.client.results;

/** How the results of a function are written. */
public enum Form {
  /** In the form of the specification, whatever form the function chose. */
  SPECIFIED,
  /** In the function's own words. */
  RAW
}
