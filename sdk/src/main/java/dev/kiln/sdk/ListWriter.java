package dev.kiln.sdk;

import dev.kiln.yaml.Edit;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Path;
import dev.kiln.yaml.Yaml;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Puts a changed list's text together out of the text it was read from. */
final class ListWriter {
  private static final Path ITEMS = Path.keys(Envelope.ITEMS);
  private static final Path RESULTS = Path.keys(Envelope.RESULTS);
  private static final Path FUNCTION_CONFIG = Path.keys(Envelope.FUNCTION_CONFIG);

  private ListWriter() {}

  static byte[] write(Envelope envelope, Items items, List<Result> added) {
    Node root = envelope.root();
    boolean same = added.isEmpty() && !envelope.isConfigured();
    if (!isInPlace(items)) {
      return root.edit(
              e -> {
                move(e, items);
                around(e, envelope, added);
              })
          .bytes();
    }
    byte[] exchanged = isAsRead(items) ? root.bytes() : root.bytes(ITEMS, nodes(items));
    return same ? exchanged : Yaml.parse(exchanged).edit(e -> around(e, envelope, added)).bytes();
  }

  private static void around(Edit e, Envelope envelope, List<Result> added) {
    if (envelope.isConfigured()) {
      envelope
          .functionConfig()
          .resource()
          .ifPresent(config -> e.set(FUNCTION_CONFIG, config.node()));
    }
    boolean several = envelope.hasProposedValues();
    added.forEach(result -> e.append(RESULTS, ResultWriter.write(result, several)));
  }

  /** Whether every item is where it was: then their texts are exchanged and nothing else moves. */
  private static boolean isInPlace(Items items) {
    return items.size() == items.read()
        && IntStream.range(0, items.size()).allMatch(i -> items.number(i) == i);
  }

  private static boolean isAsRead(Items items) {
    return IntStream.range(0, items.size()).allMatch(items::isAsRead);
  }

  private static List<Node> nodes(Items items) {
    return IntStream.range(0, items.size()).mapToObj(items::node).toList();
  }

  /** Changes those that stay, deletes, reorders, then inserts: each step counts with the last. */
  private static void move(Edit e, Items items) {
    int[] from = new int[items.size()];
    var stays = new boolean[items.read()];
    for (int i = 0; i < from.length; i++) {
      int number = items.number(i);
      boolean first = number >= 0 && !stays[number];
      from[i] = first ? number : -1; // the second of the same is a copy
      if (first) {
        stays[number] = true;
        if (!items.isAsRead(i)) {
          e.set(ITEMS.index(number), items.node(i));
        }
      }
    }
    for (int number = stays.length - 1; number >= 0; number--) {
      if (!stays[number]) {
        e.remove(ITEMS.index(number));
      }
    }
    reorder(e, from);
    for (int i = 0; i < from.length; i++) {
      if (from[i] < 0) {
        e.insert(ITEMS, i, items.node(i));
      }
    }
  }

  private static void reorder(Edit e, int[] from) {
    int[] order = Arrays.stream(from).filter(number -> number >= 0).toArray();
    int[] left = order.clone();
    Arrays.sort(left);
    if (!Arrays.equals(order, left)) {
      e.reorder(
          ITEMS,
          Arrays.stream(order).mapToObj(number -> Arrays.binarySearch(left, number)).toList());
    }
  }
}
