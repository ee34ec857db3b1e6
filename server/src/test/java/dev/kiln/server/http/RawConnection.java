package dev.kiln.server.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpHeaders;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A connection on which a test writes whatever bytes it likes. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Closeable connection;
  private final InputStream in;
  private final OutputStream out;

  private RawConnection(Closeable connection, InputStream in, OutputStream out) {
    this.connection = connection;
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  static RawConnection to(OpenHttpDoor door) throws IOException {
    return over(new Socket(InetAddress.getLoopbackAddress(), door.port()));
  }

  static RawConnection over(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return new RawConnection(socket, socket.getInputStream(), socket.getOutputStream());
  }

  static RawConnection on(SocketChannel channel) {
    return new RawConnection(
        channel, Channels.newInputStream(channel), Channels.newOutputStream(channel));
  }

  /** A request with a body, its length and, after those, more lines of its head. */
  static String request(String body, String... lines) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return head(length, lines) + body;
  }

  /** The head of a request whose body has that length. */
  static String head(long length, String... lines) {
    return bare("Content-Type: text/yaml", "Content-Length: " + length) + rest(lines);
  }

  /** The head of a request in chunks. */
  static String chunked(String... lines) {
    return bare("Content-Type: text/yaml", "Transfer-Encoding: chunked") + rest(lines);
  }

  private static String bare(String... lines) {
    return "POST / HTTP/1.1\r\nHost: kiln\r\n" + String.join("\r\n", lines) + "\r\n";
  }

  private static String rest(String... lines) {
    return lines.length == 0 ? "\r\n" : String.join("\r\n", lines) + "\r\n\r\n";
  }

  RawConnection send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  RawConnection send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
    return this;
  }

  /** Says that nothing more comes; the answer may. Of a socket alone. */
  void endOutput() throws IOException {
    ((Socket) connection).shutdownOutput();
  }

  /** The next response. */
  ReceivedResponse read() throws IOException {
    return read(true);
  }

  /** The next response; one to HEAD has no body, whatever its length says. */
  ReceivedResponse read(boolean hasBody) throws IOException {
    String[] first = line().split(" ", 3);
    Map<String, List<String>> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] words = line.split(": ", 2);
      headers
          .computeIfAbsent(words[0].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(words[1]);
    }
    String length = headers.getOrDefault("content-length", List.of("0")).getFirst();
    byte[] body = hasBody ? in.readNBytes(Integer.parseInt(length)) : new byte[0];
    return new ReceivedResponse(
        Integer.parseInt(first[1]), HttpHeaders.of(headers, (_, _) -> true), body);
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the connection ended in the middle of a response: " + line);
      }
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  /** One byte of the answer, or -1 at its end. */
  int readByte() throws IOException {
    return in.read();
  }

  /** Whether the other side has nothing more to say and said so in order. */
  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
