package dev.kiln.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/** A connection of bytes, which keeps to no protocol by itself. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;

  private RawConnection(Socket socket) {
    this.socket = socket;
  }

  static RawConnection to(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new RawConnection(socket);
  }

  /** Sends a whole request over a connection of its own, and gives all that comes back. */
  static String exchange(SocketAddress address, String request) throws IOException {
    try (SocketChannel channel = SocketChannel.open(address)) {
      channel.write(ByteBuffer.wrap(request.getBytes(UTF_8)));
      return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
    }
  }

  /** A request that ends its connection. */
  static String request(String list) {
    return head(list.getBytes(UTF_8).length, "Connection: close\r\n") + list;
  }

  static String head(int length, String more) {
    return "POST / HTTP/1.1\r\nHost: kiln\r\nContent-Type: text/yaml\r\nContent-Length: "
        + (length + "\r\n" + more + "\r\n");
  }

  RawConnection send(String text) throws IOException {
    return send(text.getBytes(UTF_8));
  }

  RawConnection send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** The next line that comes. */
  String line() throws IOException {
    InputStream in = socket.getInputStream();
    var line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return line.toString().strip();
  }

  /** All that comes until the other side has nothing more to say, or will hear nothing more. */
  String rest() throws IOException {
    var text = new StringBuilder();
    try {
      InputStream in = socket.getInputStream();
      var bytes = new byte[8 << 10];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        text.append(new String(bytes, 0, read, ISO_8859_1));
      }
    } catch (SocketException e) {
      text.append(""); // a reset ends it as well
    }
    return text.toString();
  }

  /** Whether the other side has ended the connection, found out by sending more to it. */
  boolean refuses(byte[] more) {
    try {
      send(more);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Breaks the connection off. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
