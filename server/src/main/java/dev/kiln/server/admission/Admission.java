package dev.kiln.server.admission;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.NothingRanException;

/** Admits the messages of one door, within the limits and the byte budget of the host. */
public final class Admission {
  private final Evaluator evaluator;
  private final long maxMessage;
  private final long sentAhead;

  /**
   * The admission of a door.
   *
   * @param otherFields how many bytes a message may have in addition to its list
   * @param sentAhead how many bytes a caller may send before the door asks for its message; a door
   *     that takes these bytes can no longer refuse them
   */
  public Admission(Evaluator evaluator, long otherFields, long sentAhead) {
    this.evaluator = evaluator;
    this.maxMessage = evaluator.limits().maxMessageBytes() + otherFields;
    this.sentAhead = sentAhead;
  }

  /**
   * Admits a message that the caller begins to send at once.
   *
   * @param caller who sends it
   * @param announced the size of the message, negative if the caller does not say
   * @throws NothingRanException if the message is too large, the host drains, or the budget has no
   *     room
   */
  public MessageClaim openClaim(ClientShare caller, long announced) {
    if (announced > maxMessage) {
      throw tooLarge();
    }
    requireNotDraining();
    Budget.Claim claim =
        evaluator
            .budget()
            .openClaim(caller, Math.max(announced, 0))
            .orElseThrow(this::exhaustedBudget);
    return new MessageClaim(this, caller, claim);
  }

  /** A claim for a message that the door asks for; see {@link MessageClaim#claimWhenFree}. */
  public MessageClaim deferredClaim(ClientShare caller) {
    return new MessageClaim(this, caller, null);
  }

  /**
   * Checks that the host takes new calls.
   *
   * @throws NothingRanException if it drains
   */
  public void requireNotDraining() {
    evaluator
        .refusalWhileDraining()
        .ifPresent(
            draining -> {
              throw new NothingRanException(draining);
            });
  }

  /** The size of the largest message. */
  long maxMessage() {
    return maxMessage;
  }

  long sentAhead() {
    return sentAhead;
  }

  Budget budget() {
    return evaluator.budget();
  }

  /**
   * How much of the budget a message claims before it arrives: enough for most messages, and so
   * little that many may arrive at once.
   */
  long initialClaim() {
    return Math.min(Math.min(maxMessage, sentAhead), evaluator.limits().maxBytesInFlight());
  }

  NothingRanException tooLarge() {
    return new NothingRanException(evaluator.limits().tooLarge());
  }

  /** The refusal of a message for which the budget has no room. */
  public NothingRanException exhaustedBudget() {
    return new NothingRanException(evaluator.budget().exhaustedEnding());
  }
}
