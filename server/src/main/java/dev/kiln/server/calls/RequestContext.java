package dev.kiln.server.calls;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where a call came from.
 *
 * @param door {@code http}, {@code grpc} or {@code porch}
 * @param id the caller's, or one of our own; carried through to the answer and the log
 * @param traceparent of the W3C trace context as the caller sent it, empty if it did not
 * @param caller the name of the caller; empty if the host does not tell its callers apart
 */
public record RequestContext(String door, String id, String traceparent, String caller) {
  /** The header that carries the id, on both doors. */
  public static final String ID = "x-request-id";

  /** The header that carries the trace context, on both doors. */
  public static final String TRACEPARENT = "traceparent";

  private static final int LONGEST = 128;

  /** A request as its headers say; what is missing or cannot be meant is made or left out. */
  public static RequestContext of(String door, String id, String traceparent) {
    return new RequestContext(
        door, isPlain(id) ? id : newId(), isPlain(traceparent) ? traceparent : "", "");
  }

  /** Returns this request, made by the caller of this name. */
  public RequestContext withCaller(String name) {
    return new RequestContext(door, id, traceparent, name);
  }

  private static String newId() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  /** What comes from outside must not break a line of the log. */
  private static boolean isPlain(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST
        && text.chars().allMatch(c -> c > ' ' && c < 127 && c != '"' && c != '\\');
  }
}
