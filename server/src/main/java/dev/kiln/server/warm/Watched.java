package dev.kiln.server.warm;

import dev.kiln.runtime.programs.PoolCounts;
import dev.kiln.runtime.remote.RemoteCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells a watcher what there is to count, also what was there before it came. */
final class Watched implements Watcher {
  private final List<Consumer<Watcher>> before = new ArrayList<>(); // guarded by this
  private @Nullable Watcher watcher; // guarded by this

  @Override
  public void pool(String function, PoolCounts counts) {
    tell(to -> to.pool(function, counts));
  }

  @Override
  public void remote(String function, RemoteCounts counts) {
    tell(to -> to.remote(function, counts));
  }

  private synchronized void tell(Consumer<Watcher> news) {
    if (watcher == null) {
      before.add(news);
    } else {
      news.accept(watcher);
    }
  }

  synchronized void watch(Watcher one) {
    watcher = one;
    before.forEach(news -> news.accept(one));
    before.clear();
  }
}
