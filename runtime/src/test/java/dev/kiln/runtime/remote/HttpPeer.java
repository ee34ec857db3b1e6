package dev.kiln.runtime.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.testkit.Await;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of a few lines that answers as a test says, wrongly too. */
final class HttpPeer implements AutoCloseable {
  /** No answer, for as long as the other side keeps its connection. */
  static final String SILENCE = "silence";

  private final ServerSocketChannel listener;
  private final Answering answering;
  private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();
  final List<Request> requests = new CopyOnWriteArrayList<>();

  /** What came; names of headers in lower case. */
  record Request(String line, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /** Says what to write; an empty text closes the connection. */
  interface Answering {
    String to(Request request) throws Exception;
  }

  private HttpPeer(ServerSocketChannel listener, Answering answering) {
    this.listener = listener;
    this.answering = answering;
    Thread.ofVirtual().start(this::accept);
  }

  static HttpPeer on(Answering answering) throws IOException {
    return on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), answering);
  }

  static HttpPeer on(int port, Answering answering) throws IOException {
    return on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), answering);
  }

  static HttpPeer on(Path socket, Answering answering) throws IOException {
    return on(UnixDomainSocketAddress.of(socket), answering);
  }

  private static HttpPeer on(SocketAddress address, Answering answering) throws IOException {
    ServerSocketChannel listener =
        address instanceof UnixDomainSocketAddress
            ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            : ServerSocketChannel.open();
    return new HttpPeer(listener.bind(address), answering);
  }

  /** A whole answer of a list or a Status. */
  static String answer(int status, String body, String... headers) {
    var head = new StringBuilder("HTTP/1.1 " + status + " Status\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head + "content-length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
  }

  static String status(int code, String message) {
    return answer(code, "apiVersion: v1\nkind: Status\nmessage: " + message + "\n");
  }

  int port() {
    return ((InetSocketAddress) address()).getPort();
  }

  private SocketAddress address() {
    try {
      return listener.getLocalAddress();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  RemoteAddress remote() {
    return address() instanceof UnixDomainSocketAddress unix
        ? RemoteAddress.unix(Protocol.HTTP, unix.getPath())
        : RemoteAddress.tcp(Protocol.HTTP, "127.0.0.1", port());
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel one = listener.accept();
        connections.incrementAndGet();
        open.add(one);
        Thread.ofVirtual().start(() -> serve(one));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void serve(SocketChannel channel) {
    try (channel) {
      var in = new BufferedInputStream(Channels.newInputStream(channel));
      OutputStream out = Channels.newOutputStream(channel);
      while (true) {
        Request request = read(in);
        requests.add(request);
        String answer = answering.to(request);
        boolean silent = answer.equals(SILENCE);
        if (answer.isEmpty() || (silent && in.read() < 0)) {
          return;
        }
        out.write(answer.getBytes(UTF_8));
        out.flush();
      }
    } catch (Exception _) {
      // the other side went
    } finally {
      open.remove(channel);
    }
  }

  private static Request read(InputStream in) throws IOException {
    String line = line(in);
    var headers = new TreeMap<String, String>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Request(line, headers, new String(in.readNBytes(length), UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("end");
      }
      line.write(c);
    }
    return line.toString(ISO_8859_1).strip();
  }

  /** Waits until the other side has closed all connections. */
  void awaitNoConnections() {
    Await.until(open::isEmpty);
  }

  /** Closes the connections and listens on. */
  void drop() throws IOException {
    for (SocketChannel one : open) {
      one.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    drop();
  }
}
