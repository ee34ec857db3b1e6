package dev.kiln.runtime.programs;

import java.util.concurrent.CompletableFuture;

/** A call's place in the line for a child. */
final class Turn extends CompletableFuture<Grant> {
  final long number;

  Turn(long number) {
    this.number = number;
  }
}
