package dev.kiln.runtime.remote;

import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The idle connections to one server. The most recently used one is reused first. */
final class HttpConnectionPool {
  private static final int MOST = 256;

  /** How long to keep an idle connection. Servers close idle connections, some of them soon. */
  private static final Duration DEFAULT_KEEP_ALIVE = Duration.ofSeconds(50);

  private static final Pattern TIMEOUT = Pattern.compile("timeout=\"?(\\d{1,6})");

  private final Deque<Idle> idle = new ArrayDeque<>(); // guarded by this
  private boolean closed; // guarded by this

  private record Idle(HttpClientConnection connection, long until) {
    boolean isFresh() {
      return connection.isOpen() && until - System.nanoTime() > 0;
    }
  }

  /** Takes a connection that is still open; null if there is none. */
  synchronized @Nullable HttpClientConnection take() {
    for (Idle last = idle.pollLast(); last != null; last = idle.pollLast()) {
      if (last.isFresh()) {
        return last.connection;
      }
      last.connection.close();
    }
    return null;
  }

  /** Keeps a connection for the time that the server's answer allows. */
  void put(HttpClientConnection connection, HttpHeaders headers) {
    Duration life = keepAlive(headers);
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

  private static Duration keepAlive(HttpHeaders headers) {
    String text = headers.get("keep-alive");
    Matcher timeout = text == null ? null : TIMEOUT.matcher(text);
    if (timeout == null || !timeout.find()) {
      return DEFAULT_KEEP_ALIVE;
    }
    // one second less, because the server's time began before its answer arrived
    var its = Duration.ofSeconds(Math.max(0, Long.parseLong(timeout.group(1)) - 1));
    return its.compareTo(DEFAULT_KEEP_ALIVE) < 0 ? its : DEFAULT_KEEP_ALIVE;
  }

  synchronized void remove(HttpClientConnection connection) {
    idle.removeIf(one -> one.connection == connection);
  }

  /** Closes the idle connections; those in use stay open. */
  void clear() {
    List<Idle> all;
    synchronized (this) {
      all = List.copyOf(idle);
      idle.clear();
    }
    all.forEach(one -> one.connection.close());
  }

  /** Closes the idle connections, and keeps none from now on. */
  void close() {
    synchronized (this) {
      closed = true;
    }
    clear();
  }
}
