package dev.kiln.server.grpc;

import dev.kiln.runtime.Evaluator;
import java.util.function.LongConsumer;

/** Counts the bytes of one message while they come, and takes them from the budget. */
final class MessageMeter implements LongConsumer {
  /**
   * What the network layer holds for each piece beside its bytes: a message may arrive one byte at
   * a time.
   */
  private static final int PIECE = 256;

  private final Evaluator evaluator;
  private final long most;
  private final BudgetShare share;
  private long bytes; // of whoever reads the message

  MessageMeter(Evaluator evaluator, long most, BudgetShare share) {
    this.evaluator = evaluator;
    this.most = most;
    this.share = share;
  }

  /**
   * So many more, as one piece of which the network's part holds a record until all are here.
   *
   * @throws RefusedException if these are too many
   */
  void acceptPiece(long more) {
    if (!share.take(PIECE)) {
      throw new RefusedException(evaluator.budget().spent());
    }
    accept(more);
  }

  /**
   * So many more.
   *
   * @throws RefusedException if these are too many
   */
  @Override
  public void accept(long more) {
    bytes += more;
    if (bytes > most) {
      throw new RefusedException(evaluator.limits().tooLarge());
    }
    if (!share.take(more)) {
      throw new RefusedException(evaluator.budget().spent());
    }
  }

  /** How many came. */
  long bytes() {
    return bytes;
  }
}
