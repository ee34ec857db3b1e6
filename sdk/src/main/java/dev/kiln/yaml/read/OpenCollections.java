package dev.kiln.yaml.read;

import java.util.Arrays;

/**
 * The collections that are open, block and flow, outermost first. Empty again when a parser is done
 * without an error, and good for the next one.
 */
final class OpenCollections {
  /**
   * Of each open collection: indentation (block) or state (flow), its node, how many values it has.
   */
  int[] marks = new int[12];

  int[] nodes = new int[12];
  int[] counts = new int[12];

  /** A block map waits for the value of an explicit key, or a flow map is a pair without braces. */
  boolean[] pending = new boolean[12];

  int depth;

  void push(int mark, int node, Scanner in) {
    if (depth == Parser.MAX_DEPTH) {
      throw in.error(in.at, "nested deeper than " + Parser.MAX_DEPTH + " levels");
    }
    add(mark, node, 0);
  }

  /** One more, which has some values already. */
  void add(int mark, int node, int count) {
    if (depth == marks.length) {
      int wider = 2 * depth;
      marks = Arrays.copyOf(marks, wider);
      nodes = Arrays.copyOf(nodes, wider);
      counts = Arrays.copyOf(counts, wider);
      pending = Arrays.copyOf(pending, wider);
    }
    marks[depth] = mark;
    nodes[depth] = node;
    counts[depth] = count;
    pending[depth] = false;
    depth++;
  }
}
