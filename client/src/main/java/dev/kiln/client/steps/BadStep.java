package dev.kiln.client.steps;

import java.util.List;

/**
 * What somebody asked to run, and cannot be run so: a line for each problem, which names the place,
 * what was found and what fits.
 */
public final class BadStep extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public BadStep(String problem) {
    super(problem);
  }

  BadStep(List<String> problems) {
    super(String.join("\n", problems));
  }
}
