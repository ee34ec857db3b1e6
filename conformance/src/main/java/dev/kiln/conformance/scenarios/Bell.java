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
 * Where reference functions that sleep hold a connection: who is there, sleeps. So nothing here has
 * to guess how long anything takes.
 */
final class Bell implements AutoCloseable {
  private static final int LONG_SECONDS = 120;

  private final ServerSocket door;
  private final List<Socket> asleep = new ArrayList<>();

  Bell() throws IOException {
    door = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  }

  /** Orders to sleep until this rings, for the reference function. */
  String orders() {
    return orders(LONG_SECONDS);
  }

  /** Orders to come by and not to sleep. */
  String visit() {
    return orders(0);
  }

  private String orders(int seconds) {
    return "{\"action\":\"sleep\",\"seconds\":%d,\"until\":\"127.0.0.1:%d\"}"
        .formatted(seconds, door.getLocalPort());
  }

  /** Whether somebody came by; to be asked when the call is over. */
  boolean isVisited() throws IOException {
    door.setSoTimeout(1); // who came is there
    try (Socket _ = door.accept()) {
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  /** Waits until one more sleeps. */
  void awaitSleeper(Duration patience) throws IOException {
    door.setSoTimeout(Math.toIntExact(patience.toMillis()));
    try {
      asleep.add(door.accept());
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "no call of the action sleep connected within %d s".formatted(patience.toSeconds()), e);
    }
  }

  /** Wakes them all. */
  void ring() throws IOException {
    for (Socket each : asleep) {
      each.close();
    }
    asleep.clear();
  }

  /** Whether the first of them is given up, without having been woken. */
  boolean awaitGone(Duration patience) throws IOException {
    Socket first = asleep.getFirst();
    first.setSoTimeout(Math.toIntExact(patience.toMillis()));
    try {
      return first.getInputStream().read() < 0;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (SocketException _) { // it was cut, not closed
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    ring();
    door.close();
  }
}
