package dev.kiln.client.steps;

import dev.kiln.sdk.Resource;

/**
 * Selects the resources that a function gets from its scope. The function does not see the others.
 *
 * @param match the conditions that a resource must meet
 * @param exclude the conditions of resources to leave out; without conditions it leaves out nothing
 */
public record Selection(ResourceSelector match, ResourceSelector exclude) {
  /** Selects everything. */
  public static final Selection ALL = new Selection(ResourceSelector.ANY, ResourceSelector.ANY);

  /** Whether the function gets this resource. */
  public boolean matches(Resource item) {
    return match.matches(item) && (exclude.isEmpty() || !exclude.matches(item));
  }

  /** Whether everything is selected, so that no resource needs a check. */
  public boolean isEverything() {
    return match.isEmpty() && exclude.isEmpty();
  }
}
