package dev.kiln.runtime.remote;

import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The connections to one server that nobody uses now. The last that came is the first to go. */
final class HttpConnectionPool {
  private static final int MOST = 256;

  /** How long one may lie: servers close what is idle, some soon. */
  private static final Duration USUAL = Duration.ofSeconds(50);

  private static final Pattern TIMEOUT = Pattern.compile("timeout=\"?(\\d{1,6})");

  private final Deque<Idle> idle = new ArrayDeque<>(); // guarded by this
  private boolean closed; // guarded by this

  private record Idle(HttpClientConnection connection, long until) {
    boolean isFresh() {
      return connection.isOpen() && until - System.nanoTime() > 0;
    }
  }

  /** One that is open still, null if there is none. */
  synchronized @Nullable HttpClientConnection take() {
    for (Idle last = idle.pollLast(); last != null; last = idle.pollLast()) {
      if (last.isFresh()) {
        return last.connection;
      }
      last.connection.close();
    }
    return null;
  }

  /** Keeps one, for as long as its server says in the answer. */
  void put(HttpClientConnection connection, HttpHeaders said) {
    Duration life = life(said);
    var one = new Idle(connection, System.nanoTime() + life.toNanos());
    HttpClientConnection tooMany = life.isZero() ? connection : add(one);
    if (tooMany != null) {
      tooMany.close();
    }
  }

  private synchronized @Nullable HttpClientConnection add(Idle one) {
    if (closed) {
      return one.connection;
    }
    idle.addLast(one);
    Idle first = idle.getFirst();
    boolean old = idle.size() > MOST || !first.isFresh();
    return old ? idle.removeFirst().connection : null;
  }

  private static Duration life(HttpHeaders said) {
    String text = said.get("keep-alive");
    Matcher timeout = text == null ? null : TIMEOUT.matcher(text);
    if (timeout == null || !timeout.find()) {
      return USUAL;
    }
    // a second less, for it counts since before we heard of it
    var its = Duration.ofSeconds(Math.max(0, Long.parseLong(timeout.group(1)) - 1));
    return its.compareTo(USUAL) < 0 ? its : USUAL;
  }

  synchronized void remove(HttpClientConnection connection) {
    idle.removeIf(one -> one.connection == connection);
  }

  /** Closes those that lie here; others go on. */
  void clear() {
    List<Idle> all;
    synchronized (this) {
      all = List.copyOf(idle);
      idle.clear();
    }
    all.forEach(one -> one.connection.close());
  }

  /** Closes those that lie here, and keeps no more. */
  void close() {
    synchronized (this) {
      closed = true;
    }
    clear();
  }
}
