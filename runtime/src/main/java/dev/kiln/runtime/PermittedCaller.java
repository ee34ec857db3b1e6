package dev.kiln.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who makes a call: the functions that this caller may use, and how many calls at once. A function
 * that the caller may not use does not exist for this caller.
 */
public final class PermittedCaller {
  /** Any caller of a host that does not tell its callers apart. It may use everything. */
  public static final PermittedCaller ANYONE =
      new PermittedCaller("", List.of(new ImagePattern("**")), Integer.MAX_VALUE);

  /** A caller whom the host does not know. It may use nothing. */
  public static final PermittedCaller UNKNOWN = new PermittedCaller("", List.of(), 0);

  private final String name;
  private final List<ImagePattern> functions;
  private final int maxConcurrent;
  private final AtomicInteger running;

  /**
   * A caller without a running call.
   *
   * @param functions patterns for the names of functions, and for images that calls may start
   * @param maxConcurrent how many calls may be unanswered at once
   */
  public PermittedCaller(String name, List<ImagePattern> functions, int maxConcurrent) {
    this(name, functions, maxConcurrent, new AtomicInteger());
  }

  private PermittedCaller(
      String name, List<ImagePattern> functions, int maxConcurrent, AtomicInteger running) {
    this.name = name;
    this.functions = List.copyOf(functions);
    this.maxConcurrent = maxConcurrent;
    this.running = running;
  }

  /** Returns this caller with its running calls, and the permissions of the other one. */
  public PermittedCaller withPermissionsOf(PermittedCaller other) {
    return new PermittedCaller(name, other.functions, other.maxConcurrent, running);
  }

  /** The name for logs and metrics; empty if the host does not tell its callers apart. */
  public String name() {
    return name;
  }

  /** Whether the host does not tell this caller from others, and limits nothing. */
  @SuppressWarnings("ReferenceEquality") // there is one
  boolean isAnyone() {
    return this == ANYONE;
  }

  /** Whether the caller may see and use the function. */
  public boolean mayUse(String function) {
    return functions.stream().anyMatch(pattern -> pattern.matches(function));
  }

  /** Begins a call; false if the caller has as many calls as it may have. */
  boolean tryBeginCall() {
    if (running.incrementAndGet() <= maxConcurrent) {
      return true;
    }
    running.decrementAndGet();
    return false;
  }

  /** Ends a call that has begun. */
  void endCall() {
    running.decrementAndGet();
  }

  /** Why a call cannot begin. */
  Ending.Busy exhausted() {
    return new Ending.Busy(
        "caller %s has %d unanswered calls, as many as it may (maxConcurrent in the file of --token-file allows more)"
            .formatted(name, maxConcurrent));
  }
}
