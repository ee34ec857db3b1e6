package dev.kiln.sdk.loading;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FailedItem;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.table.CallInterrupted;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs one function on one list: checks the configuration, calls the function and reports the
 * outcome.
 */
final class FunctionExecution implements Call {
  private static final int EXIT_ERROR_RESULTS = 1;
  private static final int EXIT_THREW = 2;
  private static final int EXIT_REFUSED = 3;

  private final FunctionClass function;
  private final ResourceList in;
  private final FunctionConfig givenConfig;
  private final Caller caller;

  /**
   * The results so far. The list is its own lock, because a function may have threads of its own.
   */
  private final List<Result> results = new ArrayList<>();

  private FunctionConfig config;

  FunctionExecution(
      FunctionClass function, ResourceList in, FunctionConfig givenConfig, Caller caller) {
    this.function = function;
    this.in = in;
    this.givenConfig = givenConfig;
    this.caller = caller;
    this.config = givenConfig;
  }

  FunctionRun run() {
    try {
      ConfigCheck check = ConfigCheck.of(function.definition(), givenConfig);
      if (!check.violations().isEmpty()) {
        return outcome(in, check.violations(), EXIT_REFUSED, null);
      }
      config = check.config();
      return succeeded(function.create(config).apply(in, this));
    } catch (BadInput e) {
      return outcome(in, resultsAnd(ConfigCheck.refusal(givenConfig, e)), EXIT_REFUSED, null);
    } catch (FailedItem e) {
      return itemFailed(e);
    } catch (CallInterrupted e) {
      if (isOver()) {
        throw e;
      }
      var _ = Thread.interrupted(); // it was the function that interrupted itself
      return outcome(in, resultsAnd(Result.error(failureMessage(e))), EXIT_THREW, e);
    } catch (Exception | Error e) {
      return outcome(in, resultsAnd(Result.error(failureMessage(e))), EXIT_THREW, e);
    }
  }

  /** Whether nobody waits for the outcome any more. */
  private boolean isOver() {
    Instant deadline = caller.deadline();
    return cancelled() || (deadline != null && !Instant.now().isBefore(deadline));
  }

  private FunctionRun succeeded(@Nullable ResourceList out) {
    if (out == null) {
      throw new IllegalStateException(function + " gave no list");
    }
    ResourceList list = out.hasSameSource(in) ? out : in.withAnswer(out);
    List<Result> older = in.addedResults();
    List<Result> added = new ArrayList<>(list.addedResults());
    added.subList(0, Math.min(older.size(), added.size())).clear();
    List<Result> more = copyOfResults();
    added.addAll(more);
    return new FunctionRun(
        list.addResults(more), added, hasErrors(added) ? EXIT_ERROR_RESULTS : 0, null);
  }

  private static boolean hasErrors(List<Result> results) {
    for (Result result : results) {
      if (result.severity() == Severity.ERROR) {
        return true;
      }
    }
    return false;
  }

  /** If an item cannot be edited as requested, the item is at fault; otherwise the function is. */
  private FunctionRun itemFailed(FailedItem e) {
    return e.getCause() instanceof BadYaml bad
        ? outcome(in, resultsAnd(Result.error(bad.reason()).on(e.item())), EXIT_ERROR_RESULTS, null)
        : outcome(
            in, resultsAnd(Result.error(failureMessage(e.getCause())).on(e.item())), EXIT_THREW, e);
  }

  /** One line for the result. The rest goes to the log. */
  private String failureMessage(@Nullable Throwable e) {
    return function + " failed: " + String.valueOf(e).lines().findFirst().orElse("");
  }

  private List<Result> resultsAnd(Result last) {
    List<Result> all = copyOfResults();
    all.add(last);
    return all;
  }

  private List<Result> copyOfResults() {
    synchronized (results) {
      return new ArrayList<>(results);
    }
  }

  private static FunctionRun outcome(
      ResourceList in, List<Result> added, int exitCode, @Nullable Throwable thrown) {
    return new FunctionRun(in.addResults(added), added, exitCode, thrown);
  }

  @Override
  public FunctionConfig config() {
    return config;
  }

  @Override
  public void result(Result result) {
    CallInterrupted.check();
    synchronized (results) {
      results.add(result);
    }
  }

  @Override
  public PrintStream log() {
    return caller.log().get();
  }

  @Override
  public Optional<Instant> deadline() {
    return Optional.ofNullable(caller.deadline());
  }

  @Override
  public boolean cancelled() {
    return caller.cancelled().getAsBoolean();
  }
}
