package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds the text of a changed list from the text that the list was read from. */
final class ListWriter {
  private static final Path ITEMS = Path.keys(ListEnvelope.ITEMS);
  private static final Path RESULTS = Path.keys(ListEnvelope.RESULTS);
  private static final Path FUNCTION_CONFIG = Path.keys(ListEnvelope.FUNCTION_CONFIG);

  private ListWriter() {}

  static byte[] write(ListEnvelope envelope, ResourceItems items, List<Result> added) {
    int[] origins = origins(items);
    boolean inPlace = isInPlace(origins, items.originalCount());
    boolean edited = isEdited(items, origins);
    byte[] itemsWritten =
        edited ? withEditedItems(envelope.root(), items, origins) : envelope.root().bytes();
    if (inPlace && added.isEmpty() && !envelope.isConfigReplaced()) {
      return itemsWritten;
    }
    if (inPlace && edited && !envelope.isConfigReplaced()) {
      byte[] both = withResults(envelope, items, itemsWritten, added);
      if (both != null) {
        return both;
      }
    }
    Node root = inPlace && !edited ? envelope.root() : Yaml.parse(itemsWritten);
    return withOtherFields(
        root,
        e -> {
          if (items.originalCount() == 0 && root.style() == Style.BLOCK) {
            addToEmptyList(e, items);
          } else if (!inPlace) {
            moveItems(e, items, origins);
          }
        },
        envelope,
        added);
  }

  /**
   * Writes the results after the items as they were read, and moves these lines after the items as
   * they are now. So the items need not be read again.
   *
   * @return null if the results stand elsewhere, or if their lines depend on an item that changed
   */
  private static byte @Nullable [] withResults(
      ListEnvelope envelope, ResourceItems items, byte[] exchanged, List<Result> added) {
    Node root = envelope.root();
    Node list = root.at(ListEnvelope.ITEMS);
    String last = root.entries().getLast().name();
    if (list == null || (last.equals(ListEnvelope.ITEMS) && !items.isUnchanged(items.size() - 1))) {
      return null;
    }
    byte[] read = root.bytes();
    byte[] answered = withOtherFields(root, _ -> {}, envelope, added);
    int at = Arrays.mismatch(read, answered);
    int trailing = read.length - at; // how many bytes follow the results
    int end = answered.length - trailing;
    if (at < list.end()
        || end < at
        || !Arrays.equals(read, at, read.length, answered, end, answered.length)) {
      return null;
    }
    byte[] both = Arrays.copyOf(exchanged, exchanged.length + end - at);
    System.arraycopy(answered, at, both, exchanged.length - trailing, answered.length - at);
    return both;
  }

  /** The position that each item had when the list was read; -1 for new items and for copies. */
  private static int[] origins(ResourceItems items) {
    int[] origins = new int[items.size()];
    var seen = new boolean[items.originalCount()];
    for (int i = 0; i < origins.length; i++) {
      int number = items.originalPosition(i);
      boolean first = number >= 0 && !seen[number];
      origins[i] = first ? number : -1;
      if (first) {
        seen[number] = true;
      }
    }
    return origins;
  }

  private static boolean isInPlace(int[] origins, int originalCount) {
    for (int i = 0; i < Math.min(origins.length, originalCount); i++) {
      if (origins[i] != i) {
        return false;
      }
    }
    return origins.length == originalCount;
  }

  private static boolean isEdited(ResourceItems items, int[] origins) {
    for (int i = 0; i < origins.length; i++) {
      if (origins[i] >= 0 && !items.isUnchanged(i)) {
        return true;
      }
    }
    return false;
  }

  /** Writes the present form of each remaining item at the position where it was read. */
  private static byte[] withEditedItems(Node root, ResourceItems items, int[] origins) {
    var nodes = new ArrayList<Node>(items.originalItems());
    for (int i = 0; i < origins.length; i++) {
      if (origins[i] >= 0) {
        nodes.set(origins[i], items.node(i));
      }
    }
    return root.bytes(ITEMS, nodes);
  }

  /**
   * Replaces {@code []} with items. They go below the key, as people write them, and not on its
   * line.
   */
  private static void addToEmptyList(Edit e, ResourceItems items) {
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
  private static void moveItems(Edit e, ResourceItems items, int[] origins) {
    int[] order = Arrays.stream(origins).filter(number -> number >= 0).toArray();
    int[] remaining = order.clone();
    Arrays.sort(remaining);
    for (int number = items.originalCount() - 1; number >= 0; number--) {
      if (Arrays.binarySearch(remaining, number) < 0) {
        e.remove(ITEMS.index(number));
      }
    }
    if (!Arrays.equals(order, remaining)) {
      e.reorder(
          ITEMS,
          Arrays.stream(order).mapToObj(number -> Arrays.binarySearch(remaining, number)).toList());
    }
    for (int i = 0; i < origins.length; i++) {
      if (origins[i] < 0) {
        e.insert(ITEMS, i, items.node(i));
      }
    }
  }

  /** The text of a list with an edit, then with its present functionConfig and results. */
  private static byte[] withOtherFields(
      Node root, Consumer<Edit> first, ListEnvelope envelope, List<Result> added) {
    var bulk = new BulkResults(added, envelope.hasProposedValues());
    if (bulk.canBeAddedTo(root)) {
      byte[] complete =
          bulk.complete(root.edit(first.andThen(e -> editOtherFields(e, envelope, bulk.sample()))));
      if (complete != null) {
        return complete;
      }
    }
    return root.edit(first.andThen(e -> editOtherFields(e, envelope, added))).bytes();
  }

  private static void editOtherFields(Edit e, ListEnvelope envelope, List<Result> added) {
    if (envelope.isConfigReplaced()) {
      envelope
          .functionConfig()
          .writtenResource()
          .ifPresentOrElse(
              config -> e.set(FUNCTION_CONFIG, config.node()), () -> e.remove(FUNCTION_CONFIG));
    }
    if (!added.isEmpty()) {
      envelope.resultsGroup().ifPresent(group -> e.set(RESULTS, List.of(group)));
    }
    boolean manyProposedValues = envelope.hasProposedValues();
    added.forEach(result -> e.append(RESULTS, ResultWriter.write(result, manyProposedValues)));
  }
}
