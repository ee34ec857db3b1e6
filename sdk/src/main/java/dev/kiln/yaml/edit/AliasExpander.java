package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.node.YamlSource;

/**
 * Expands aliases before an edit. An anchored value is one text that several places share. Before
 * one of the places changes, the others get a copy of the text, so that their meaning stays the
 * same.
 */
final class AliasExpander {
  private AliasExpander() {}

  /**
   * Replaces an alias with a copy of the value it refers to. Pending changes of the draft are
   * written first.
   */
  static void expand(Draft draft, NodePosition alias) {
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return;
    }
    draft.replace(alias, YamlSource.resolved(draft.source.node(alias.node())));
    draft.flush();
  }

  /**
   * Copies shared values through which a change of a node would show in another place.
   *
   * @param whole whether the whole node is replaced or removed, and not only entries in it
   * @return whether there were any; then the draft has changes in other places
   */
  static boolean unshare(Draft draft, int node, boolean whole) {
    return draft.source.hasAliases() && draft.sharedValues().copyAround(draft, node, whole);
  }

  /** Copies values that items of a list share with one another or with nodes outside the list. */
  static boolean unshareItems(Draft draft, int list) {
    if (!draft.source.hasAliases()) {
      return false;
    }
    boolean any = false;
    for (int item : draft.source.items(list)) {
      any |= unshare(draft, item, true);
    }
    return any;
  }
}
