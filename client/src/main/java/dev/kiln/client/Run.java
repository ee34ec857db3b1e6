package dev.kiln.client;

import dev.kiln.client.files.ParallelFor;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The result of running functions over items. No files are written yet. */
public final class Run {
  private final List<StepRun> steps;
  private final List<TrackedItem> items;

  Run(List<StepRun> steps, List<TrackedItem> items) {
    this.steps = List.copyOf(steps);
    this.items = List.copyOf(items);
  }

  /**
   * The run of each function, in order. After a failure that was not deferred, no further function
   * ran.
   */
  public List<StepRun> steps() {
    return steps;
  }

  /** The results of all functions. */
  public List<Result> results() {
    return steps.stream().flatMap(step -> step.results().stream()).toList();
  }

  /** Whether no function failed. */
  public boolean isSuccess() {
    return steps.stream().noneMatch(StepRun::isFailed);
  }

  /** The failure that stopped the run. */
  public Optional<StepRun> fatal() {
    return steps.isEmpty()
        ? Optional.empty()
        : Optional.of(steps.getLast()).filter(StepRun::isFatal);
  }

  /**
   * Returns the items and their places, for {@link dev.kiln.client.files.PackageFolder#plan}.
   * Deferred failures do not prevent this.
   *
   * @throws RunFailedException if a function stopped the run
   */
  public List<PlacedItem> placed() {
    refuseFailure();
    var placed = new PlacedItem[items.size()];
    ParallelFor.each(placed.length, i -> placed[i] = items.get(i).placed());
    return List.of(placed);
  }

  /**
   * Returns the list that the functions ran over, with the items as they are now.
   *
   * @throws RunFailedException if a function stopped the run
   */
  public ResourceList onto(ResourceList in) {
    refuseFailure();
    var listed = new ArrayList<Resource>(items.size());
    items.forEach(item -> listed.add(item.listed()));
    return in.withItems(listed).addResults(results());
  }

  private void refuseFailure() {
    fatal()
        .ifPresent(
            step -> {
              throw new RunFailedException(step);
            });
  }
}
