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
 * @param list the message, of this format
 * @param accept the format to answer in
 * @param function the name of the function at the server, if it is sent
 * @param image the image that it stands in for there, if it is sent
 * @param end the deadline, by the clock of {@link System#nanoTime}
 * @param log takes what the function writes there
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

  /** The nanoseconds that are left, 0 at least. */
  long left() {
    return Math.max(0, end - System.nanoTime());
  }

  /** Whether nobody waits for it any more. */
  boolean isOver() {
    return left() == 0 || cancellation.isCancelled();
  }

  /** What to answer when it was given up: by its caller, or because its time was over. */
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
