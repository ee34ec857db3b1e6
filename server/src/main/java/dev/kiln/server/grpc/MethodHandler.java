package dev.kiln.server.grpc;

import dev.kiln.runtime.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * What a method does with a message.
 *
 * @param <M> its fields
 * @param <A> its answer
 */
@FunctionalInterface
interface MethodHandler<M, A> {
  /**
   * Answers, now or later; must not block.
   *
   * @param prepared gives an invocation the call's deadline and lets the caller end it
   * @throws RefusedException if the message is none to make a call of
   */
  CompletableFuture<GrpcReply<A>> answer(
      RequestFields<M> message, UnaryOperator<Invocation> prepared);
}
