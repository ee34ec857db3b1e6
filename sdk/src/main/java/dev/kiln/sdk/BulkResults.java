package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds many results to a list. An edit writes only two of them: an example, whose lines show where
 * and how this list has results, and the last one. All others are inserted as text.
 */
final class BulkResults {
  /** Fewer results are written faster by the edit alone. */
  private static final int MANY = 8;

  private final List<Result> all;
  private final boolean manyProposedValues;

  BulkResults(List<Result> all, boolean manyProposedValues) {
    this.all = all;
    this.manyProposedValues = manyProposedValues;
  }

  boolean canBeAddedTo(Node list) {
    return all.size() >= MANY && list.style() == Style.BLOCK;
  }

  /** The results that the edit writes. */
  List<Result> sample() {
    return List.of(example(), all.getLast());
  }

  /** A result with fields of its own fields, because their indentation is part of the layout. */
  private Result example() {
    for (Result result : all) {
      if (result.resourceRef() != null) {
        return result;
      }
    }
    return all.getFirst();
  }

  /**
   * Returns the text of a list with all results.
   *
   * @param edited the list with the sample at the end of its results
   * @return null if the list has another layout than {@link ResultText}
   */
  byte @Nullable [] complete(Node edited) {
    Node results = edited.at(ListEnvelope.RESULTS);
    if (results == null || results.style() != Style.BLOCK || results.size() < 2) {
      return null;
    }
    byte[] list = edited.bytes();
    List<Node> items = results.items();
    int example = items.get(items.size() - 2).start();
    int from = lineStart(list, example);
    int to = lineStart(list, items.getLast().start());
    int column = example - from - 2;
    byte[] shown = Arrays.copyOfRange(list, from, to);
    if (column < 0 || !Arrays.equals(write(List.of(example()), column), shown)) {
      return null;
    }
    byte[] lines = write(all.subList(0, all.size() - 1), column);
    if (lines == null) {
      return null;
    }
    byte[] complete = Arrays.copyOf(list, Math.addExact(list.length, lines.length - shown.length));
    System.arraycopy(lines, 0, complete, from, lines.length);
    System.arraycopy(list, to, complete, from + lines.length, list.length - to);
    return complete;
  }

  private byte @Nullable [] write(List<Result> results, int column) {
    return ResultText.write(results, column, manyProposedValues);
  }

  private static int lineStart(byte[] text, int position) {
    int at = position;
    while (at > 0 && text[at - 1] != '\n') {
      at--;
    }
    return at;
  }
}
