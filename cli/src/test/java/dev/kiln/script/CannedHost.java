package dev.kiln.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives every request the same answer, and knows what it was asked. */
final class CannedHost implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)\r\n");

  private final ServerSocket door;
  private final String answer;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  CannedHost(String answer) throws IOException {
    this.answer = answer;
    door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  /** Answers with a Status, as hosts do. */
  static CannedHost refusing(int code, String message) throws IOException {
    String body = "apiVersion: v1\nkind: Status\nmetadata: {}\nmessage: " + message + "\n";
    return new CannedHost(answer(code, "", body));
  }

  static String answer(int code, String fields, String body) {
    return "HTTP/1.1 %d Whatever\r\ncontent-type: text/yaml\r\n%scontent-length: %d\r\n\r\n%s"
        .formatted(code, fields, body.getBytes(UTF_8).length, body);
  }

  String address() {
    return "http://127.0.0.1:" + door.getLocalPort();
  }

  /** All that came, heads and bodies. */
  List<String> requests() {
    return requests;
  }

  private void serve() {
    try {
      while (true) {
        try (Socket caller = door.accept()) {
          requests.add(request(caller.getInputStream()));
          caller.getOutputStream().write(answer.getBytes(UTF_8));
        }
      }
    } catch (SocketException e) {
      requests.addLast("the end"); // closed
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String request(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return head.toString();
      }
      head.append((char) b);
    }
    Matcher length = LENGTH.matcher(head);
    int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return head + new String(in.readNBytes(body), UTF_8);
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
