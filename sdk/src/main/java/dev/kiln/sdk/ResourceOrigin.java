package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.List;

/**
 * The origin of a resource: the items of the list it was read in, its position among them, and the
 * scopes that the list knows. The position lets an edited resource return to its place.
 *
 * @param listItems the list object itself, empty for a resource that is in no list
 */
record ResourceOrigin(List<Node> listItems, int position, ScopeLookup scopes) {
  static final ResourceOrigin NONE = new ResourceOrigin(List.of(), 0, ScopeLookup.BUILT_IN);

  ResourceOrigin withScopes(ScopeLookup others) {
    return new ResourceOrigin(listItems, position, others);
  }
}
