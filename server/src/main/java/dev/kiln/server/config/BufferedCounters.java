package dev.kiln.server.config;

import dev.kiln.runtime.instances.PoolCounts;
import dev.kiln.runtime.kind.FunctionCounters;
import dev.kiln.runtime.remote.RemoteCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells a watcher what there is to count, also what was there before it came. */
final class BufferedCounters implements FunctionCounters {
  private final List<Consumer<FunctionCounters>> before = new ArrayList<>(); // guarded by this
  private @Nullable FunctionCounters watcher; // guarded by this

  @Override
  public void pool(String function, PoolCounts counts) {
    tell(to -> to.pool(function, counts));
  }

  @Override
  public void remote(String function, RemoteCounts counts) {
    tell(to -> to.remote(function, counts));
  }

  private synchronized void tell(Consumer<FunctionCounters> news) {
    if (watcher == null) {
      before.add(news);
    } else {
      news.accept(watcher);
    }
  }

  synchronized void watch(FunctionCounters one) {
    watcher = one;
    before.forEach(news -> news.accept(one));
    before.clear();
  }
}
