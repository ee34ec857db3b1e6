package dev.kiln.runtime.programs;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Has a room looked after again later, once, at the earliest of the times that it was set to.
 * Guarded by the room.
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

  /** One time, which may pass while another takes its place. */
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
