package dev.kiln.server.grpc;

/** A message as it came. */
sealed interface Arrived<M> {
  /** One that could be read at once. */
  record Plain<M>(Envelope<M> envelope) implements Arrived<M> {}

  /** One that is still compressed: unpacking takes too long for an event loop. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Zipped<M>(byte[] bytes) implements Arrived<M> {}

  /** One that is none. */
  record Broken<M>(String why) implements Arrived<M> {}
}
