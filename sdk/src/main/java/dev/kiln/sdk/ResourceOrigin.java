package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.List;

/**
 * The origin of a resource: the items of the list it was read in, its position among them, and the
 * scopes that the list knows. The position lets an edited resource return to its place.
 *
 * @param list the list object itself, empty for a resource that is in no list
 */
record ResourceOrigin(List<Node> list, int number, ScopeLookup scopes) {
  static final ResourceOrigin NOWHERE = new ResourceOrigin(List.of(), 0, ScopeLookup.BUILT_IN);

  ResourceOrigin with(ScopeLookup others) {
    return new ResourceOrigin(list, number, others);
  }
}
