package dev.kiln.server.grpc;

/** A request message before the door reads it. */
sealed interface IncomingMessage<M> {
  /** A message that was parsed on the event loop. */
  record Parsed<M>(RequestFields<M> envelope) implements IncomingMessage<M> {}

  /** A message that is still compressed: to unpack it takes too long for an event loop. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Compressed<M>(byte[] bytes) implements IncomingMessage<M> {}

  /** Bytes that are not a message of this method. */
  record Malformed<M>(String why) implements IncomingMessage<M> {}
}
