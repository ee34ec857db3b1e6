package dev.kiln.server.grpc;

import java.util.concurrent.CompletableFuture;

/**
 * Answers the messages of one method.
 *
 * @param <M> its fields
 * @param <A> its answer
 */
@FunctionalInterface
interface MethodHandler<M, A> {
  /**
   * Answers a message, now or later; must not block.
   *
   * @param context the deadline and the cancellation of the call, for its invocation
   * @throws dev.kiln.runtime.NothingRanException if the message is none to make a call of
   */
  CompletableFuture<GrpcReply<A>> answer(RequestFields<M> message, CallContext context);
}
