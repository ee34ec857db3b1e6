package dev.kiln.runtime;

import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import java.util.List;

/** Runs a function that is a Java class. The function is made ready before its first call. */
public final class JavaRunner implements Runner {
  private final FunctionClass function;
  private volatile boolean prepared;

  private JavaRunner(FunctionClass function) {
    this.function = function;
  }

  /** Registers the function under the name, images and types of its definition. */
  public static RegisteredFunction register(FunctionClass function) {
    return register(function, List.of());
  }

  /** Registers the function for further images, in addition to those of its definition. */
  public static RegisteredFunction register(FunctionClass function, List<String> moreImages) {
    return RegisteredFunction.of(function.definition(), moreImages, new JavaRunner(function));
  }

  @Override
  public Outcome run(Invocation in) {
    try {
      prepare();
    } catch (Throwable e) { // anything thrown by a function's hook is a failure of the function
      e.printStackTrace(in.log().stream());
      return notStarted(in.list(), e);
    }
    FunctionRun run =
        ScopedValue.where(Log.CURRENT, in.log()).call(() -> function.run(in.list(), caller(in)));
    if (run.thrown() != null) {
      run.thrown().printStackTrace(in.log().stream());
    }
    if (run.thrown() instanceof OutOfMemoryError && in.size() >= MemoryNeed.LARGE) {
      return Outcome.of(Limits.outOfMemory(true)); // the list is to blame rather than the function
    }
    return Outcome.of(ending(run), run.list(), run.added());
  }

  @Override
  public void prepare() {
    if (!prepared) {
      synchronized (this) {
        if (!prepared) {
          function.start();
          prepared = true;
        }
      }
    }
  }

  private static Caller caller(Invocation in) {
    return new Caller(in.log()::stream, in.deadline().orElse(null), in.cancellation()::isCancelled);
  }

  private static Ending ending(FunctionRun run) {
    return switch (run.exitCode()) {
      case 0 -> new Ending.Done();
      case 2 -> failed(Reason.EXCEPTION, run);
      case 3 -> failed(Reason.FUNCTION_CONFIG, run);
      default -> failed(Reason.RESULTS, run);
    };
  }

  private static Ending failed(Reason reason, FunctionRun run) {
    return new Ending.Failed(reason, run.exitCode(), ErrorSummary.line(run.added()));
  }

  private static Outcome notStarted(ResourceList list, Throwable e) {
    String message = "could not be started: " + e;
    return Outcome.withErrorResult(Ending.Failed.notStarted(message), list);
  }

  @Override
  public synchronized void close() {
    if (prepared) {
      function.close();
    }
  }
}
