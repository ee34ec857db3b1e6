package dev.kiln.runtime.instances;

import java.util.concurrent.CompletableFuture;

/** A call's place in the queue for an instance. */
final class QueueTicket extends CompletableFuture<Grant> {
  final long number;

  QueueTicket(long number) {
    this.number = number;
  }
}
