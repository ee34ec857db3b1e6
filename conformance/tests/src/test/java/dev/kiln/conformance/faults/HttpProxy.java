package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A good host that is broken in one way over HTTP: what stands before it changes one thing. */
final class HttpProxy implements AutoCloseable {
  private static final int BACKLOG = 64;

  private final ServerSocket door;
  private final InetSocketAddress host;
  private final HttpFault fault;

  private HttpProxy(ServerSocket door, InetSocketAddress host, HttpFault fault) {
    this.door = door;
    this.host = host;
    this.fault = fault;
  }

  /** Opens one at an address, before that of a good host. */
  static HttpProxy open(InetSocketAddress address, InetSocketAddress host, HttpFault fault) {
    try {
      var door = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
      var proxy = new HttpProxy(door, host, fault);
      Thread.ofVirtual().start(proxy::serve);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the command takes it. */
  String target() {
    return "http://127.0.0.1:" + door.getLocalPort();
  }

  private void serve() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException _) {
        return; // it is closed
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        var upstream = new Socket(host.getAddress(), host.getPort())) {
      var sent = new BufferedInputStream(client.getInputStream());
      HttpMessage request = HttpMessage.head(sent);
      boolean isWhole = request.header("Expect").isEmpty() && !fault.answersEarly();
      if (isWhole) {
        request = request.bodyFrom(sent);
      }
      boolean isBroken = fault.when().test(request);
      upstream.getOutputStream().write((isBroken ? fault.asks().apply(request) : request).bytes());
      Thread.ofVirtual().start(() -> passOn(sent, upstream, isBroken));
      var answered = new BufferedInputStream(upstream.getInputStream());
      answer(request, isBroken, answered, client.getOutputStream());
    } catch (IOException _) {
      // one of them is gone: so is the other
    }
  }

  /** What the client sends behind the head, until it hangs up. */
  private void passOn(InputStream sent, Socket upstream, boolean isBroken) {
    try {
      sent.transferTo(upstream.getOutputStream());
      if (!isBroken || fault.forwardsHangUp()) {
        upstream.close();
      }
    } catch (IOException _) {
      // it is over
    }
  }

  private void answer(HttpMessage request, boolean isBroken, InputStream from, OutputStream to)
      throws IOException {
    String interims = isBroken ? fault.interims() : HttpFault.CONTINUE;
    HttpMessage reply = HttpMessage.head(from);
    if (!interims.equals(HttpFault.CONTINUE) || reply.is(100)) {
      to.write(interims.getBytes(ISO_8859_1));
    }
    while (reply.status() < 200) {
      reply = HttpMessage.head(from);
    }
    if (!request.method().equals("HEAD")) {
      reply = reply.bodyFrom(from);
    }
    to.write((isBroken ? fault.answers().apply(reply) : reply).bytes());
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
