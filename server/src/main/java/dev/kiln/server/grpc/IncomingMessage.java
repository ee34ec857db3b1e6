package dev.kiln.server.grpc;

/** A message as it came. */
sealed interface IncomingMessage<M> {
  /** One that could be read at once. */
  record Parsed<M>(RequestFields<M> envelope) implements IncomingMessage<M> {}

  /** One that is still compressed: unpacking takes too long for an event loop. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Compressed<M>(byte[] bytes) implements IncomingMessage<M> {}

  /** One that is none. */
  record Malformed<M>(String why) implements IncomingMessage<M> {}
}
