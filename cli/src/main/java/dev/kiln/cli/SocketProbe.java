package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Sends a few bytes to an address and reads the answer until the other side closes. */
final class SocketProbe {
  private static final String UNIX = "unix://";
  private static final int BUFFER = 4096;

  private SocketProbe() {}

  /**
   * Returns the beginning of the answer, or an empty string if there was none.
   *
   * @param question the bytes to send; empty to close at once
   * @throws IOException if nobody listens, or the other side does not close in time
   */
  static String send(String address, String question, Duration patience) throws IOException {
    SocketAddress place = place(address);
    try (var channel = open(place)) {
      Thread.ofPlatform().daemon().start(() -> closeAfter(patience, channel));
      channel.connect(place);
      channel.write(ByteBuffer.wrap(question.getBytes(ISO_8859_1)));
      if (question.isEmpty()) {
        channel.shutdownOutput();
      }
      return answer(channel);
    } catch (ClosedChannelException e) { // by closeAfter, within an operation or between two
      throw new IOException("no answer within " + patience.toMillis() + " ms", e);
    }
  }

  private static String answer(SocketChannel channel) throws IOException {
    ByteBuffer first = ByteBuffer.allocate(BUFFER);
    ByteBuffer more = ByteBuffer.allocate(BUFFER);
    while (channel.read(first.hasRemaining() ? first : more.clear()) >= 0) {
      // until it hangs up
    }
    return new String(first.array(), 0, first.position(), ISO_8859_1);
  }

  private static SocketChannel open(SocketAddress place) throws IOException {
    return place instanceof UnixDomainSocketAddress
        ? SocketChannel.open(StandardProtocolFamily.UNIX)
        : SocketChannel.open();
  }

  /**
   * Parses an address as the server does, but without Netty, which is not on the class path of
   * short commands. For an address of all interfaces it returns the loopback address.
   */
  private static SocketAddress place(String address) throws UnknownHostException {
    int colon = address.lastIndexOf(':');
    if (address.startsWith(UNIX)) {
      return UnixDomainSocketAddress.of(address.substring(UNIX.length()));
    }
    if (colon < 0 || !address.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw new UsageException(
          "\"" + address + "\" (expected: host:port, :port or unix:///path.sock)");
    }
    String host = address.substring(0, colon).replaceAll("^\\[|]$", "");
    InetAddress found = InetAddress.getByName(host); // of no name: the loopback address
    return new InetSocketAddress(
        found.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : found,
        Integer.parseInt(address.substring(colon + 1)));
  }

  private static void closeAfter(Duration patience, SocketChannel channel) {
    try (channel) {
      Thread.sleep(patience);
    } catch (InterruptedException | IOException _) {
      // nobody waits any more
    }
  }
}
