package dev.kiln.client.steps;

import dev.kiln.sdk.Resource;

/**
 * Which of the resources in its scope a function gets; the others pass it by.
 *
 * @param match what they must be
 * @param exclude what they must not be; if it asks for nothing, it takes nothing away
 */
public record Selection(ResourceSelector match, ResourceSelector exclude) {
  /** Everything. */
  public static final Selection ALL = new Selection(ResourceSelector.ANY, ResourceSelector.ANY);

  /** Whether the function gets this. */
  public boolean matches(Resource item) {
    return match.matches(item) && (exclude.isEmpty() || !exclude.matches(item));
  }

  /** Whether it takes everything, so that nobody needs to ask. */
  public boolean isEverything() {
    return match.isEmpty() && exclude.isEmpty();
  }
}
