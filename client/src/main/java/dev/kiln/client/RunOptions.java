package dev.kiln.client;

import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.List;
import java.util.Optional;

/**
 * How functions are run over a package.
 *
 * @param keepOnEmpty whether a function that succeeds and returns no items deletes nothing
 * @param allowErrorResults whether a function may succeed with results of severity error
 * @param explain whether it is remembered which function changed which field
 * @param rawResults whether results are wanted as functions wrote them
 */
public record RunOptions(
    boolean keepOnEmpty,
    boolean allowErrorResults,
    boolean explain,
    boolean rawResults,
    RunListener listener) {
  private static final RunOptions DEFAULTS =
      new RunOptions(false, false, false, false, RunListener.NONE);

  /** None of these. */
  public static RunOptions defaults() {
    return DEFAULTS;
  }

  /** These, deleting nothing if nothing comes back, or not. */
  public RunOptions keepingOnEmpty(boolean keep) {
    return new RunOptions(keep, allowErrorResults, explain, rawResults, listener);
  }

  /** These, taking error results for no failure, or not. */
  public RunOptions allowingErrorResults(boolean allow) {
    return new RunOptions(keepOnEmpty, allow, explain, rawResults, listener);
  }

  /** These, remembering changed fields, or not. */
  public RunOptions explaining(boolean fields) {
    return new RunOptions(keepOnEmpty, allowErrorResults, fields, rawResults, listener);
  }

  /** These, telling somebody how it goes. */
  public RunOptions withListener(RunListener other) {
    return new RunOptions(keepOnEmpty, allowErrorResults, explain, rawResults, other);
  }

  /** These, keeping results as functions wrote them, or not. */
  public RunOptions keepingRawResults(boolean raw) {
    return new RunOptions(keepOnEmpty, allowErrorResults, explain, raw, listener);
  }

  /** Whether it is to be seen what each function left, so that none go as one call. */
  boolean callsSingly() {
    return explain || rawResults || keepOnEmpty;
  }

  /** The first of these results for which a function fails that went well otherwise. */
  Optional<Result> error(List<Result> results) {
    return allowErrorResults
        ? Optional.empty()
        : results.stream().filter(result -> result.severity() == Severity.ERROR).findFirst();
  }
}
