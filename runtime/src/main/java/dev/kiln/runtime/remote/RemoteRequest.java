package dev.kiln.runtime.remote;

import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.sdk.Format;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call as it is sent to a server.
 *
 * @param list the message, in this format
 * @param accept the format of the answer
 * @param function the name of the function on the server, if it is sent
 * @param image the image that the function replaces on the server, if it is sent
 * @param end the deadline, by the clock of {@link System#nanoTime}
 * @param log receives what the function logs on the server
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RemoteRequest(
    byte[] list,
    Format format,
    Format accept,
    @Nullable String function,
    @Nullable String image,
    long end,
    Cancellation cancellation,
    Log log) {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  static RemoteRequest of(Invocation in, RemoteSettings settings) {
    Format format = in.list().format();
    Duration left = in.deadline().map(at -> Duration.between(Instant.now(), at)).orElse(LONGEST);
    return new RemoteRequest(
        in.bytes(),
        format,
        in.format().orElse(format),
        settings.function(),
        settings.image(),
        System.nanoTime() + left.toNanos(),
        in.cancellation(),
        in.log());
  }

  /** The nanoseconds until the deadline, at least 0. */
  long left() {
    return Math.max(0, end - System.nanoTime());
  }

  /** Whether the call was cancelled or is past its deadline. */
  boolean isOver() {
    return left() == 0 || cancellation.isCancelled();
  }

  /** The outcome of a call that its caller cancelled, or whose deadline passed. */
  Outcome abandonedOutcome(String where) {
    return left() > 0 && cancellation.isCancelled()
        ? Outcome.of(new Ending.Cancelled())
        : Outcome.of(
            new Ending.TimedOut(
                where
                    + " had not answered at the deadline (--timeout or KRM_FUNCTION_TIMEOUT sets"
                    + " the longest)"));
  }
}
