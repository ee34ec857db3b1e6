package dev.kiln.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of the heap that running calls use: for the table of a list, its edits, what the
 * function makes of them, and the answer. A call takes its memory before it starts and frees it at
 * its end, so the heap never has to carry more than fits. Thread-safe.
 */
final class WorkMemory {
  private final long bytes;
  private final long reserve;
  private final List<Runnable> whenFreed = new ArrayList<>(); // complete before the first call
  private long taken; // guarded by this

  /**
   * @param bytes what all calls may take together
   * @param reserve what calls with small lists may take in addition
   */
  WorkMemory(long bytes, long reserve) {
    this.bytes = bytes;
    this.reserve = reserve;
  }

  /** Runs this each time memory was freed. */
  void onFreed(Runnable listener) {
    whenFreed.add(listener);
  }

  /** What all calls may take together. */
  long bytes() {
    return bytes;
  }

  /** How much a call needs. What is not unpacked yet counts as announced. */
  long need(Invocation in, boolean isForwarded) {
    long most = MemoryNeed.most(in.size(), isForwarded);
    if (most <= bytes / 2) {
      return most; // to look at the list would cost more than it gains
    }
    return in.isPacked() || isForwarded ? Math.min(most, bytes) : MemoryNeed.of(in.bytes(), bytes);
  }

  /** Takes memory; if it is not free, changes nothing and returns false. */
  synchronized boolean take(long more, boolean isForSmallList) {
    if (taken + more > bytes + (isForSmallList ? reserve : 0)) {
      return false;
    }
    taken += more;
    return true;
  }

  void free(long less) {
    synchronized (this) {
      taken -= less;
    }
    whenFreed.forEach(Runnable::run);
  }
}
