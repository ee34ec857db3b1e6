package dev.kiln.client.steps;

import dev.kiln.sdk.Resource;

/**
 * Which of the resources in its scope a function gets; the others pass it by.
 *
 * @param match what they must be
 * @param exclude what they must not be; if it asks for nothing, it takes nothing away
 */
public record Selection(Match match, Match exclude) {
  /** Everything. */
  public static final Selection ALL = new Selection(Match.NOTHING, Match.NOTHING);

  /** Whether the function gets this. */
  public boolean fits(Resource item) {
    return match.fits(item) && (exclude.isEmpty() || !exclude.fits(item));
  }

  /** Whether it takes everything, so that nobody needs to ask. */
  public boolean isEverything() {
    return match.isEmpty() && exclude.isEmpty();
  }
}
