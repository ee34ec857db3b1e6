package dev.kiln.yaml.read;

import dev.kiln.yaml.table.YamlLimits;
import java.util.Arrays;

/**
 * The stack of open collections, block and flow, outermost first. It is empty again when a parser
 * finishes without an error, and can then be reused.
 */
final class OpenCollections {
  /**
   * Three numbers for each open collection: its indentation (block) or state (flow), its node, and
   * how many values it has.
   */
  int[] indentsOrStates = new int[12];

  int[] nodes = new int[12];
  int[] counts = new int[12];

  /**
   * Whether a block map waits for the value of an explicit key, or a flow map is a pair without
   * braces.
   */
  boolean[] pending = new boolean[12];

  int depth;

  void push(int indentOrState, int node, Scanner in) {
    if (depth == YamlLimits.MAX_DEPTH) {
      throw in.error(in.at, "nested deeper than " + YamlLimits.MAX_DEPTH + " levels");
    }
    add(indentOrState, node, 0);
  }

  /** Pushes a collection that already has some values. */
  void add(int indentOrState, int node, int count) {
    if (depth == indentsOrStates.length) {
      int wider = 2 * depth;
      indentsOrStates = Arrays.copyOf(indentsOrStates, wider);
      nodes = Arrays.copyOf(nodes, wider);
      counts = Arrays.copyOf(counts, wider);
      pending = Arrays.copyOf(pending, wider);
    }
    indentsOrStates[depth] = indentOrState;
    nodes[depth] = node;
    counts[depth] = count;
    pending[depth] = false;
    depth++;
  }
}
