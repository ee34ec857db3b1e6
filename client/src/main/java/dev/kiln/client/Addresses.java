package dev.kiln.client;

import dev.kiln.client.steps.FunctionRef;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;

/** Says of a call that did not come to a function how its caller finds one. */
final class Addresses {
  private Addresses() {}

  static Outcome told(Outcome outcome, FunctionRef function, Place place, boolean ofHost) {
    return switch (outcome.ending()) {
      case Ending.Busy(String why) when ofHost && !place.hostFrom().isEmpty() ->
          Outcome.of(new Ending.Busy(why + " (" + place.hostFrom() + ")"));
      case Ending.NotFound(String why) when function.kind() == FunctionRef.Kind.ENDPOINT ->
          Outcome.of(
              new Ending.NotFound(why + " (fits: an http address that ends with /functions/NAME)"));
      default -> outcome;
    };
  }
}
