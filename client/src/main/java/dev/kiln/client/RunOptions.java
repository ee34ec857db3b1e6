package dev.kiln.client;

import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.List;
import java.util.Optional;

/**
 * How functions run over a package.
 *
 * @param keepOnEmpty whether all items stay when a function succeeds and returns no items
 * @param allowErrorResults whether a function may succeed with results of severity error
 * @param strictSeverity whether a result without severity is an error, as the specification says.
 *     By default it is information if the function ended with 0, because widely used functions
 *     write good news so.
 * @param explain whether to record which function changed which field
 * @param rawResults whether to keep results as the functions wrote them
 */
public record RunOptions(
    boolean keepOnEmpty,
    boolean allowErrorResults,
    boolean strictSeverity,
    boolean explain,
    boolean rawResults,
    RunListener listener) {
  private static final RunOptions DEFAULTS =
      new RunOptions(false, false, false, false, false, RunListener.NONE);

  /** The defaults: none of these options. */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options, with or without deleting the items when nothing is returned. */
  public RunOptions withKeepOnEmpty(boolean keep) {
    return new RunOptions(keep, allowErrorResults, strictSeverity, explain, rawResults, listener);
  }

  /** Returns these options, with error results allowed or counted as failures. */
  public RunOptions withAllowErrorResults(boolean allow) {
    return new RunOptions(keepOnEmpty, allow, strictSeverity, explain, rawResults, listener);
  }

  /** Returns these options, with results without severity as errors, or as information. */
  public RunOptions withStrictSeverity(boolean strict) {
    return new RunOptions(keepOnEmpty, allowErrorResults, strict, explain, rawResults, listener);
  }

  /** Returns these options, with or without a record of changed fields. */
  public RunOptions withExplain(boolean fields) {
    return new RunOptions(
        keepOnEmpty, allowErrorResults, strictSeverity, fields, rawResults, listener);
  }

  /** Returns these options with a listener for the progress. */
  public RunOptions withListener(RunListener other) {
    return new RunOptions(
        keepOnEmpty, allowErrorResults, strictSeverity, explain, rawResults, other);
  }

  /** Returns these options, with or without results as the functions wrote them. */
  public RunOptions withRawResults(boolean raw) {
    return new RunOptions(keepOnEmpty, allowErrorResults, strictSeverity, explain, raw, listener);
  }

  /**
   * Whether each function needs its own call, since a call of several functions reports too little.
   */
  boolean callsSingly() {
    return explain || rawResults || keepOnEmpty || allowErrorResults || strictSeverity;
  }

  /** Returns the severity of a result without one. */
  Severity severityIfMissing(int exitCode) {
    return exitCode == 0 && !strictSeverity ? Severity.INFO : Severity.ERROR;
  }

  /** Returns the first of these results that makes an otherwise successful function fail. */
  Optional<Result> error(List<Result> results) {
    return allowErrorResults
        ? Optional.empty()
        : results.stream().filter(result -> result.severity() == Severity.ERROR).findFirst();
  }
}
