package dev.kiln.runtime;

import java.util.ArrayList;
import java.util.List;

/** Lets a door cancel a running call, and tells the call that nobody waits for it. */
public final class Cancellation {
  private final List<Runnable> listeners = new ArrayList<>(); // guarded by this
  private boolean cancelled; // guarded by this
  private boolean isOver; // guarded by this

  /** Cancels the call. Only the first call has an effect. */
  public void cancel() {
    List<Runnable> due;
    synchronized (this) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      due = List.copyOf(listeners);
    }
    due.forEach(Runnable::run);
  }

  /** Lets go of the reactions, which refer to the whole call: the call is over. */
  synchronized void forgetListeners() {
    listeners.clear();
    isOver = true;
  }

  /** Whether the call has been cancelled. */
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /** Adds a reaction to the cancellation; it runs at once if the call was cancelled already. */
  public void onCancel(Runnable listener) {
    synchronized (this) {
      if (!cancelled) {
        if (!isOver) {
          listeners.add(listener);
        }
        return;
      }
    }
    listener.run();
  }
}
