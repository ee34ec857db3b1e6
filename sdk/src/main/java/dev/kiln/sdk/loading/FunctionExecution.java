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
  private static final int FOUND_ERRORS = 1;
  private static final int THREW = 2;
  private static final int REFUSED = 3;

  private final FunctionClass function;
  private final ResourceList in;
  private final FunctionConfig given;
  private final Caller caller;

  /**
   * The results so far. The list is its own lock, because a function may have threads of its own.
   */
  private final List<Result> told = new ArrayList<>();

  private FunctionConfig config;

  FunctionExecution(FunctionClass function, ResourceList in, FunctionConfig given, Caller caller) {
    this.function = function;
    this.in = in;
    this.given = given;
    this.caller = caller;
    this.config = given;
  }

  FunctionRun run() {
    try {
      ConfigCheck check = ConfigCheck.of(function.definition(), given);
      if (!check.violations().isEmpty()) {
        return ended(in, check.violations(), REFUSED, null);
      }
      config = check.config();
      return done(function.create(config).apply(in, this));
    } catch (BadInput e) {
      return ended(in, with(ConfigCheck.refusal(given, e)), REFUSED, null);
    } catch (FailedItem e) {
      return failed(e);
    } catch (Exception | Error e) {
      return ended(in, with(Result.error(said(e))), THREW, e);
    }
  }

  private FunctionRun done(@Nullable ResourceList out) {
    if (out == null) {
      throw new IllegalStateException(function + " gave no list");
    }
    ResourceList list = out.comesFrom(in) ? out : in.as(out);
    List<Result> older = in.addedResults();
    List<Result> added = new ArrayList<>(list.addedResults());
    added.subList(0, Math.min(older.size(), added.size())).clear();
    List<Result> more = told();
    added.addAll(more);
    return new FunctionRun(list.addResults(more), added, hasErrors(added) ? FOUND_ERRORS : 0, null);
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
  private FunctionRun failed(FailedItem e) {
    return e.getCause() instanceof BadYaml bad
        ? ended(in, with(Result.error(bad.reason()).on(e.item())), FOUND_ERRORS, null)
        : ended(in, with(Result.error(said(e.getCause())).on(e.item())), THREW, e);
  }

  /** One line for the result. The rest goes to the log. */
  private String said(@Nullable Throwable e) {
    return function + " failed: " + String.valueOf(e).lines().findFirst().orElse("");
  }

  private List<Result> with(Result last) {
    List<Result> all = told();
    all.add(last);
    return all;
  }

  private List<Result> told() {
    synchronized (told) {
      return new ArrayList<>(told);
    }
  }

  private static FunctionRun ended(
      ResourceList in, List<Result> added, int exitCode, @Nullable Throwable thrown) {
    return new FunctionRun(in.addResults(added), added, exitCode, thrown);
  }

  @Override
  public FunctionConfig config() {
    return config;
  }

  @Override
  public void result(Result result) {
    synchronized (told) {
      told.add(result);
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
