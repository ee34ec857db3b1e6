package dev.kiln.runtime;

import java.util.ArrayList;
import java.util.List;

/** Lets a door end a call that is running, and the call know that nobody waits for it. */
public final class Cancellation {
  private final List<Runnable> reactions = new ArrayList<>(); // guarded by this
  private boolean cancelled; // guarded by this

  /** Ends the call. Only the first time has an effect. */
  public void cancel() {
    List<Runnable> due;
    synchronized (this) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      due = List.copyOf(reactions);
    }
    due.forEach(Runnable::run);
  }

  /** Whether the call has been ended. */
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /** Adds what is to happen when the call is ended; at once if it was ended already. */
  public void onCancel(Runnable reaction) {
    synchronized (this) {
      if (!cancelled) {
        reactions.add(reaction);
        return;
      }
    }
    reaction.run();
  }
}
