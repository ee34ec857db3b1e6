package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.List;

/**
 * Where a resource comes from: the items of the list it was read in and its number among them, so
 * that it goes back to where it was after an edit, and the scopes that its list knows.
 *
 * @param list the very list, empty for a resource of no list
 */
record ResourceOrigin(List<Node> list, int number, ScopeLookup scopes) {
  static final ResourceOrigin NOWHERE = new ResourceOrigin(List.of(), 0, ScopeLookup.BUILT_IN);

  ResourceOrigin with(ScopeLookup others) {
    return new ResourceOrigin(list, number, others);
  }
}
