package dev.kiln.runtime.programs;

import java.util.concurrent.CompletableFuture;

/** A call's place in the queue for a child. */
final class QueueTicket extends CompletableFuture<Grant> {
  final long number;

  QueueTicket(long number) {
    this.number = number;
  }
}
