package dev.kiln.runtime.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The servers of one function. Each call goes to the server with the fewest calls in flight. */
final class LoadBalancer implements AutoCloseable {
  private final List<Backend> all;
  private final AtomicInteger rotation = new AtomicInteger();

  LoadBalancer(List<RemoteAddress> addresses, RemoteSettings settings) {
    all = addresses.stream().map(address -> new Backend(address, settings)).toList();
  }

  /** Chooses the best server that was not tried yet; null if none of them may be reachable. */
  @Nullable Backend choose(Set<Backend> tried) {
    int first = Math.floorMod(rotation.getAndIncrement(), all.size());
    Backend best = null;
    for (int i = 0; i < all.size(); i++) {
      Backend one = all.get((first + i) % all.size());
      if (!tried.contains(one) && !one.isUnreachable() && (best == null || isBetter(one, best))) {
        best = one;
      }
    }
    return best;
  }

  private static boolean isBetter(Backend one, Backend other) {
    boolean full = one.isFull();
    return full == other.isFull() ? one.calls() < other.calls() : !full;
  }

  /** Why no server can be called now; empty if one can. */
  Optional<String> findProblem() {
    var problems = new ArrayList<String>();
    for (Backend one : all) {
      Optional<String> problem = one.findProblem();
      if (problem.isEmpty()) {
        return problem;
      }
      problems.add(one.address() + ": " + problem.get());
    }
    return Optional.of(String.join("; ", problems));
  }

  /** The last failures of all servers. */
  String describeLastFailures() {
    return all.stream().map(Backend::describeLastFailure).collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    all.forEach(Backend::close);
  }
}
