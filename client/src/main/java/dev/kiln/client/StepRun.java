package dev.kiln.client;

import dev.kiln.runtime.Log;
import dev.kiln.runtime.ProgramOutput;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one function.
 *
 * @param exitCode 0 if it succeeded
 * @param message one line about its failure, empty if there is none
 * @param results the results that it reported
 * @param unratedCount how many of them had no severity and count as information
 * @param rawResults the same results as the function wrote them, where {@link
 *     RunOptions#rawResults} asks for that; null if it wrote none
 * @param log the text that it wrote for people
 * @param itemCount how many items it got
 * @param coveredSteps the number of functions whose changes are in {@code changes}; 0 if they are
 *     in a later run, because several functions ran as one call
 * @param changes the changes to the items
 */
public record StepRun(
    Step step,
    int exitCode,
    String message,
    List<Result> results,
    int unratedCount,
    @Nullable Node rawResults,
    String log,
    Duration took,
    int itemCount,
    int coveredSteps,
    List<ItemChange> changes) {

  public StepRun {
    results = List.copyOf(results);
    changes = List.copyOf(changes);
  }

  /** Returns the run of a function that was not called, because its selectors match nothing. */
  static StepRun skipped(Step step) {
    return new StepRun(step, 0, "", List.of(), 0, null, "", Duration.ZERO, 0, 1, List.of());
  }

  /** Returns the run of a function whose call failed with a fault of Kiln itself. */
  static StepRun faulty(Step step, RuntimeException fault) {
    return failed(step, 1, fault(fault), 1);
  }

  /** Returns the run of a function that left only a message. */
  static StepRun failed(Step step, int exitCode, String message, int itemCount) {
    return new StepRun(
        step, exitCode, message, List.of(), 0, null, "", Duration.ZERO, itemCount, 1, List.of());
  }

  static String fault(Throwable fault) {
    String at = fault.getStackTrace().length == 0 ? "" : ", at " + fault.getStackTrace()[0];
    return "a fault of Kiln, please report it: " + fault + at;
  }

  /** Returns this run as a failure. */
  StepRun failedWith(int code, String why) {
    return new StepRun(
        step,
        code,
        why,
        results,
        unratedCount,
        rawResults,
        log,
        took,
        itemCount,
        coveredSteps,
        changes);
  }

  /** Returns this run with the changes that several functions made. */
  StepRun withChanges(Duration time, int steps, List<ItemChange> made) {
    return new StepRun(
        step,
        exitCode,
        message,
        results,
        unratedCount,
        rawResults,
        log,
        time,
        itemCount,
        steps,
        made);
  }

  /**
   * Returns the text that a function wrote for people. A first line says so if the beginning was
   * dropped.
   */
  static String text(Log log) {
    byte[] tail = log.tail();
    String text = new String(tail, StandardCharsets.UTF_8);
    return log.truncated()
        ? "[only the last %d bytes of stderr were kept]\n%s".formatted(tail.length, text)
        : text;
  }

  /** Returns why the function's output cannot be used. */
  static String invalidOutputReason(BadInput e) {
    return "it left no list to go on with: " + ProgramOutput.describe(e);
  }

  public boolean isFailed() {
    return exitCode != 0;
  }

  /** Whether the function was not called, because its selectors match nothing. */
  public boolean isSkipped() {
    return itemCount == 0 && !step.selection().isEverything();
  }

  /** Whether this failure stopped the run. */
  public boolean isFatal() {
    return isFailed() && !step.deferFailure();
  }

  /** How many items were created, changed, or deleted. */
  public long count(ItemChange.Kind kind) {
    return changes.stream().filter(change -> change.kind() == kind).count();
  }
}
