package dev.kiln.client.steps;

/**
 * What somebody asked to run, and cannot be run so: one line that names the place, what was found
 * and what fits.
 */
public final class BadStep extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public BadStep(String message) {
    super(message);
  }
}
