package dev.kiln.kit;

import dev.kiln.sdk.BadInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Time in which nothing is done. Whoever interrupts it ends it. */
final class KitSleep {
  private KitSleep() {}

  /**
   * Sleeps.
   *
   * @throws CancellationException if it is interrupted
   */
  static void during(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException _) {
      throw interrupted();
    }
  }

  /**
   * Sleeps with a connection to {@code address} open, and wakes when the other side closes it.
   *
   * @return why it did not sleep, if there is no connection
   * @throws CancellationException if it is interrupted; the connection is closed then
   */
  static Optional<String> until(String address, Duration longest) {
    InetSocketAddress to = parse(address);
    // A channel, for what waits on a socket alone hears no interrupt.
    try (SocketChannel channel = SocketChannel.open()) {
      channel.socket().connect(to);
      awaitClose(channel, System.nanoTime() + longest.toNanos());
      return Optional.empty();
    } catch (ClosedByInterruptException _) {
      throw interrupted();
    } catch (IOException e) {
      return Optional.of(address + " cannot be reached: " + e.getMessage());
    }
  }

  private static InetSocketAddress parse(String address) {
    try {
      URI uri = URI.create("tcp://" + address);
      return new InetSocketAddress(uri.getHost(), uri.getPort());
    } catch (IllegalArgumentException _) {
      throw new BadInput("spec.until", '"' + address + '"', "HOST:PORT");
    }
  }

  private static void awaitClose(SocketChannel channel, long end)
      throws ClosedByInterruptException {
    try {
      var in = channel.socket().getInputStream();
      int read = 0;
      for (long left = left(end); left > 0 && read >= 0; left = left(end)) {
        channel.socket().setSoTimeout(Math.toIntExact(Math.min(left, Integer.MAX_VALUE)));
        read = in.read();
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (SocketTimeoutException _) {
      // slept enough
    } catch (IOException _) {
      // closed, if roughly
    }
  }

  private static long left(long end) {
    return Duration.ofNanos(end - System.nanoTime()).toMillis();
  }

  private static CancellationException interrupted() {
    Thread.currentThread().interrupt();
    return new CancellationException("interrupted while asleep");
  }
}
