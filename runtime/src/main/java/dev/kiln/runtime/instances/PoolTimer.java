package dev.kiln.runtime.instances;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Triggers one later update of the {@link InstanceScheduler}, at the earliest of the times that
 * were set. The scheduler guards its state.
 */
final class PoolTimer {
  private final InstanceScheduler scheduler;
  private @Nullable ScheduledUpdate current;

  PoolTimer(InstanceScheduler scheduler) {
    this.scheduler = scheduler;
  }

  void scheduleAt(long when) {
    if (current == null || when - current.dueAt < 0) {
      cancel();
      current = new ScheduledUpdate(when);
    }
  }

  void cancel() {
    if (current != null) {
      current.pending.cancel(false);
      current = null;
    }
  }

  /** One set time. It may fire while another replaces it. */
  private final class ScheduledUpdate {
    private final long dueAt;
    private final Future<?> pending;

    ScheduledUpdate(long when) {
      this.dueAt = when;
      this.pending =
          scheduler
              .instances()
              .schedule(when - System.nanoTime(), () -> scheduler.update(this::clearIfCurrent));
    }

    private void clearIfCurrent() {
      if (equals(current)) {
        current = null;
      }
    }
  }
}
