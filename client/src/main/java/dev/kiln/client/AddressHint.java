package dev.kiln.client;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.remote.RemoteFunction;

/** Adds a hint to a failed call that reached no function: how the caller can find one. */
final class AddressHint {
  private AddressHint() {}

  /**
   * Adds the hint. It uses no switch over patterns, because every process would have to generate
   * the code for one anew.
   */
  static Outcome added(
      Outcome outcome, FunctionSpec function, ExecutionOptions options, boolean ofHost) {
    Ending ending = outcome.ending();
    if (ofHost && !options.hostHint().isEmpty() && ending instanceof Ending.Busy(String why)) {
      return Outcome.of(new Ending.Busy(why + " (" + options.hostHint() + ")"));
    }
    if (function instanceof RemoteFunction && ending instanceof Ending.NotFound) {
      String fits = " (expected: an http address that ends with /functions/NAME)";
      return Outcome.of(new Ending.NotFound(ending.message() + fits));
    }
    return outcome;
  }
}
