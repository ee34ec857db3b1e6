package dev.kiln.conformance.scenarios;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Accepts a connection from each reference function that sleeps. An open connection means that the
 * function is running, so no scenario has to guess how long anything takes.
 */
final class SleepListener implements AutoCloseable {
  private static final int LONG_SECONDS = 120;

  private final ServerSocket server;
  private final List<Socket> sleepers = new ArrayList<>();

  SleepListener() throws IOException {
    server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  }

  /** A spec that makes the reference function sleep until {@link #wakeAll}. */
  String sleepSpec() {
    return sleepSpec(LONG_SECONDS);
  }

  /** A spec that makes the reference function connect and return at once. */
  String connectSpec() {
    return sleepSpec(0);
  }

  private String sleepSpec(int seconds) {
    return "{\"action\":\"sleep\",\"seconds\":%d,\"until\":\"127.0.0.1:%d\"}"
        .formatted(seconds, server.getLocalPort());
  }

  /** Whether a function has connected; call this after the call has ended. */
  boolean hasConnection() throws IOException {
    server.setSoTimeout(1); // a function that connected is in the backlog
    try (Socket _ = server.accept()) {
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  /** Waits until one more function sleeps. */
  void awaitSleeper(Duration patience) throws IOException {
    server.setSoTimeout(Math.toIntExact(patience.toMillis()));
    try {
      sleepers.add(server.accept());
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "no call of the action sleep connected within %d s".formatted(patience.toSeconds()), e);
    }
  }

  /** Wakes all sleeping functions. */
  void wakeAll() throws IOException {
    for (Socket each : sleepers) {
      each.close();
    }
    sleepers.clear();
  }

  /** Waits until the first sleeping function is interrupted without having been woken. */
  boolean awaitDisconnect(Duration patience) throws IOException {
    Socket first = sleepers.getFirst();
    first.setSoTimeout(Math.toIntExact(patience.toMillis()));
    try {
      return first.getInputStream().read() < 0;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (SocketException _) { // the connection was reset, not closed
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    wakeAll();
    server.close();
  }
}
