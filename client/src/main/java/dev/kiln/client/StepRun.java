package dev.kiln.client;

import dev.kiln.runtime.ProgramOutput;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one function did.
 *
 * @param exitCode 0 if it succeeded
 * @param message one line about its failure, empty if there is none
 * @param results what it found out
 * @param rawResults the same as it wrote it, where {@link RunOptions#rawResults} asks for that;
 *     null if it wrote none
 * @param log what it wrote for people
 * @param itemCount how many items it got
 * @param coveredSteps of how many functions {@code changes} tells; 0 if they are told with a later
 *     one's, as they went as one call
 * @param changes what was done to the items
 */
public record StepRun(
    Step step,
    int exitCode,
    String message,
    List<Result> results,
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

  /** One that was not called, as its selectors fit nothing. */
  static StepRun skipped(Step step) {
    return new StepRun(step, 0, "", List.of(), null, "", Duration.ZERO, 0, 1, List.of());
  }

  /** One in whose call something went wrong that nobody thought of. */
  static StepRun faulty(Step step, RuntimeException fault) {
    String at = fault.getStackTrace().length == 0 ? "" : ", at " + fault.getStackTrace()[0];
    String why = "a fault of Kiln, please report it: " + fault + at;
    return new StepRun(step, 1, why, List.of(), null, "", Duration.ZERO, 1, 1, List.of());
  }

  /** Why its output is of no use. */
  static String unfit(BadInput e) {
    return "it left no list to go on with: " + ProgramOutput.why(e);
  }

  public boolean isFailed() {
    return exitCode != 0;
  }

  /** Whether it was not called, as nothing is what its selectors ask for. */
  public boolean isSkipped() {
    return itemCount == 0 && !step.selection().isEverything();
  }

  /** Whether the run ended with it. */
  public boolean isFatal() {
    return isFailed() && !step.deferFailure();
  }

  /** How many items were created, changed, or deleted. */
  public long count(ItemChange.Kind kind) {
    return changes.stream().filter(change -> change.kind() == kind).count();
  }
}
