package dev.kiln.sdk;

import dev.kiln.yaml.Node;
import java.util.List;

/**
 * Where a resource comes from: the items of the list it was read in and its number among them, so
 * that it goes back to where it was after an edit, and the scopes that its list knows.
 *
 * @param list the very list, empty for a resource of no list
 */
record Place(List<Node> list, int number, Scopes scopes) {
  static final Place NOWHERE = new Place(List.of(), 0, Scopes.BUILT_IN);

  Place with(Scopes others) {
    return new Place(list, number, others);
  }
}
