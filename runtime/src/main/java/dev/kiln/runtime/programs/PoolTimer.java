package dev.kiln.runtime.programs;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Triggers one later update of the {@link ChildScheduler}, at the earliest of the times that were
 * set. The scheduler guards its state.
 */
final class PoolTimer {
  private final ChildScheduler room;
  private @Nullable Setting set;

  PoolTimer(ChildScheduler room) {
    this.room = room;
  }

  void at(long when) {
    if (set == null || when - set.when < 0) {
      clear();
      set = new Setting(when);
    }
  }

  void clear() {
    if (set != null) {
      set.pending.cancel(false);
      set = null;
    }
  }

  /** One set time. It may fire while another replaces it. */
  private final class Setting {
    private final long when;
    private final Future<?> pending;

    Setting(long when) {
      this.when = when;
      this.pending =
          room.children().schedule(when - System.nanoTime(), () -> room.update(this::passed));
    }

    private void passed() {
      if (equals(set)) {
        set = null;
      }
    }
  }
}
