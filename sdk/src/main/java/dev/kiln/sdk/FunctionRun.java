package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a function ran on a list.
 *
 * @param list as the function left it, with its results; the list it was given, with the results
 *     that say why, if it threw or its configuration was refused
 * @param added the results that this run added, also in {@code list}
 * @param exitCode 0, or 1 for results of severity error, 2 if it threw, 3 if its configuration was
 *     refused
 * @param thrown what it threw, for the log; null unless the exit code is 2
 */
public record FunctionRun(
    ResourceList list, List<Result> added, int exitCode, @Nullable Throwable thrown) {
  public FunctionRun {
    added = List.copyOf(added);
  }

  /** The list as the function left it, but for the results that this run added. */
  public ResourceList listWithoutResults() {
    return list.withoutLastResults(added.size());
  }

  /** The results that this run added, as they are written in the list. */
  public Node results() {
    return list.write(added);
  }
}
