package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import dev.kiln.yaml.node.YamlSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    if (inPlace && edited && !envelope.isConfigured()) {
      byte[] both = withResults(envelope, items, exchanged, added);
      if (both != null) {
        return both;
      }
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

  /**
   * Writes the results behind the items as they were read, and moves these lines behind the items
   * as they are now. So the items need not be read again.
   *
   * @return null if the results stand elsewhere, or if their lines depend on an item that changed
   */
  private static byte @Nullable [] withResults(
      ListEnvelope envelope, ResourceItems items, byte[] exchanged, List<Result> added) {
    Node root = envelope.root();
    Node list = root.at(ListEnvelope.ITEMS);
    String last = root.entries().getLast().name();
    if (list == null || (last.equals(ListEnvelope.ITEMS) && !items.isAsRead(items.size() - 1))) {
      return null;
    }
    byte[] read = root.bytes();
    byte[] told = root.edit(e -> around(e, envelope, added)).bytes();
    int at = Arrays.mismatch(read, told);
    int behind = read.length - at; // how many bytes follow the results
    int end = told.length - behind;
    if (at < YamlSource.of(list).end(YamlSource.index(list))
        || end < at
        || !Arrays.equals(read, at, read.length, told, end, told.length)) {
      return null;
    }
    byte[] both = Arrays.copyOf(exchanged, exchanged.length + end - at);
    System.arraycopy(told, at, both, exchanged.length - behind, told.length - at);
    return both;
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
