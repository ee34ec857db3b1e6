package dev.kiln.bench.functions;

import dev.kiln.sdk.Format;
import java.util.List;
import java.util.function.Function;

/** Prepares runs of growth tasks. A {@link StepCountingLoader} loads it again. */
public final class GrowthRunner implements Function<List<String>, Runnable> {
  /** Prepares a run of one task: its index, the list's format, and the size. */
  @Override
  public Runnable apply(List<String> run) {
    GrowthTask task = GrowthTask.ALL.get(Integer.parseInt(run.get(0)));
    byte[] list = task.list(Integer.parseInt(run.get(2)), Format.valueOf(run.get(1)));
    return () -> task.run(list);
  }
}
