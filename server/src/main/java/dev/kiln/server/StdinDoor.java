package dev.kiln.server;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * The stdin door, spec v1: one ResourceList in, one out, and an exit code. The list is written even
 * when the function failed; only if there is none stdout stays empty. It knows no YAML.
 */
final class StdinDoor {
  /** What a shell shows for a program that wrote to a pipe nobody reads. */
  private static final int BROKEN_PIPE = 141;

  private final FunctionRegistry registry;
  private final Limits limits;

  StdinDoor(FunctionRegistry registry, Limits limits) {
    this.registry = registry;
    this.limits = limits;
  }

  /** Serves the one call there is, and returns the exit code. */
  int serve(InputStream in, OutputStream out, PrintStream err) {
    byte[] bytes;
    try {
      bytes =
          in.readNBytes(
              Math.toIntExact(limits.maxMessageBytes() + 1)); // one more, and it is refused
    } catch (IOException e) {
      err.println("error: cannot read stdin: " + e.getMessage());
      return 1;
    }
    Outcome outcome =
        Evaluator.evaluate(registry, limits, Invocation.of(bytes).log(Log.passingTo(err)));
    printFailure(outcome, err);
    return outcome.bytes().isEmpty() ? outcome.exitCode() : write(outcome, out, err);
  }

  private static int write(Outcome outcome, OutputStream out, PrintStream err) {
    try {
      out.write(outcome.bytes().orElseThrow());
      out.flush();
      return outcome.exitCode();
    } catch (IOException e) {
      if ("Broken pipe".equals(e.getMessage())) {
        return BROKEN_PIPE; // whoever closed it knows
      }
      err.println("error: cannot write to stdout: " + e.getMessage());
      return 1;
    }
  }

  private static void printFailure(Outcome outcome, PrintStream err) {
    Ending ending = outcome.ending();
    if (ending instanceof Ending.Fault(Throwable cause)) {
      cause.printStackTrace(err);
    }
    if (!ending.message().isEmpty()) {
      err.println("error: " + ending.message());
    }
    if (ending instanceof Ending.NotFound) {
      err.println("--function NAME chooses one.");
    }
  }
}
