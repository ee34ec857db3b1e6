package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds the text of a changed list from the text that the list was read from. */
final class ListWriter {
  private static final Path ITEMS = Path.keys(ListEnvelope.ITEMS);
  private static final Path RESULTS = Path.keys(ListEnvelope.RESULTS);
  private static final Path FUNCTION_CONFIG = Path.keys(ListEnvelope.FUNCTION_CONFIG);

  private ListWriter() {}

  static byte[] write(ListEnvelope envelope, ResourceItems items, List<Result> added) {
    int[] from = origins(items);
    boolean inPlace = isInPlace(from, items.read());
    boolean edited = isEdited(items, from);
    byte[] exchanged = edited ? exchanged(envelope.root(), items, from) : envelope.root().bytes();
    if (inPlace && added.isEmpty() && !envelope.isConfigured()) {
      return exchanged;
    }
    Node root = inPlace && !edited ? envelope.root() : Yaml.parse(exchanged);
    return root.edit(
            e -> {
              if (items.read() == 0 && root.style() == Style.BLOCK) {
                fill(e, items);
              } else if (!inPlace) {
                move(e, items, from);
              }
              around(e, envelope, added);
            })
        .bytes();
  }

  /** The position that each item had when the list was read; -1 for new items and for copies. */
  private static int[] origins(ResourceItems items) {
    int[] from = new int[items.size()];
    var seen = new boolean[items.read()];
    for (int i = 0; i < from.length; i++) {
      int number = items.number(i);
      boolean first = number >= 0 && !seen[number];
      from[i] = first ? number : -1;
      if (first) {
        seen[number] = true;
      }
    }
    return from;
  }

  private static boolean isInPlace(int[] from, int read) {
    for (int i = 0; i < Math.min(from.length, read); i++) {
      if (from[i] != i) {
        return false;
      }
    }
    return from.length == read;
  }

  private static boolean isEdited(ResourceItems items, int[] from) {
    for (int i = 0; i < from.length; i++) {
      if (from[i] >= 0 && !items.isAsRead(i)) {
        return true;
      }
    }
    return false;
  }

  /** Writes the present form of each remaining item at the position where it was read. */
  private static byte[] exchanged(Node root, ResourceItems items, int[] from) {
    var nodes = new ArrayList<Node>(items.asRead());
    for (int i = 0; i < from.length; i++) {
      if (from[i] >= 0) {
        nodes.set(from[i], items.node(i));
      }
    }
    return root.bytes(ITEMS, nodes);
  }

  /**
   * Replaces {@code []} with items. They go below the key, as people write them, and not on its
   * line.
   */
  private static void fill(Edit e, ResourceItems items) {
    for (int i = 0; i < items.size(); i++) {
      if (i == 0) {
        e.set(ITEMS, null);
      }
      e.append(ITEMS, items.node(i));
    }
  }

  /**
   * Deletes, reorders and then inserts. The positions in each step are those after the step before.
   */
  private static void move(Edit e, ResourceItems items, int[] from) {
    int[] order = Arrays.stream(from).filter(number -> number >= 0).toArray();
    int[] left = order.clone();
    Arrays.sort(left);
    for (int number = items.read() - 1; number >= 0; number--) {
      if (Arrays.binarySearch(left, number) < 0) {
        e.remove(ITEMS.index(number));
      }
    }
    if (!Arrays.equals(order, left)) {
      e.reorder(
          ITEMS,
          Arrays.stream(order).mapToObj(number -> Arrays.binarySearch(left, number)).toList());
    }
    for (int i = 0; i < from.length; i++) {
      if (from[i] < 0) {
        e.insert(ITEMS, i, items.node(i));
      }
    }
  }

  private static void around(Edit e, ListEnvelope envelope, List<Result> added) {
    if (envelope.isConfigured()) {
      envelope
          .functionConfig()
          .written()
          .ifPresentOrElse(
              config -> e.set(FUNCTION_CONFIG, config.node()), () -> e.remove(FUNCTION_CONFIG));
    }
    if (!added.isEmpty()) {
      envelope.group().ifPresent(group -> e.set(RESULTS, List.of(group)));
    }
    boolean several = envelope.hasProposedValues();
    added.forEach(result -> e.append(RESULTS, ResultWriter.write(result, several)));
  }
}
