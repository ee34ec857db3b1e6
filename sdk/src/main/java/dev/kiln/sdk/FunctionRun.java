package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of running a function on a list.
 *
 * @param list the list that the function returned, with its results; if the function threw or
 *     refused its configuration, the input list with results that say why
 * @param added the results that this run added, also in {@code list}
 * @param exitCode 0 for success, 1 for results of severity error, 2 if the function threw, 3 if it
 *     refused its configuration
 * @param thrown the exception, for the log; null unless the exit code is 2
 */
public record FunctionRun(
    ResourceList list, List<Result> added, int exitCode, @Nullable Throwable thrown) {
  public FunctionRun {
    added = List.copyOf(added);
  }

  /** The list that the function returned, without the results that this run added. */
  public ResourceList listWithoutResults() {
    return list.withoutLastResults(added.size());
  }

  /** The results that this run added, as the list writes them. */
  public Node results() {
    return list.resultsNode(added);
  }
}
