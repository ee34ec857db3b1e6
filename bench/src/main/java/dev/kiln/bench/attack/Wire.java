package dev.kiln.bench.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/** A connection that sends what it likes, as no client library would. */
final class Wire implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  /** How much is sent before it reads. */
  private static final int PIECE = 64 << 10;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  /** The status of an answer, and its body. */
  @SuppressWarnings("ArrayRecordComponent") // compared by Arrays.equals
  record Answer(String status, byte[] body) {}

  Wire(InetSocketAddress server) throws IOException {
    this(server, 0);
  }

  /**
   * @param receiveBuffer how much the system takes for it before it reads; 0 for the usual
   */
  Wire(InetSocketAddress server, int receiveBuffer) throws IOException {
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(server, PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  void send(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void send(String text) throws IOException {
    send(text.getBytes(ISO_8859_1));
  }

  /** Sends a whole request with a body. */
  void post(byte[] body, String... headers) throws IOException {
    send(head(body.length, headers));
    send(body);
  }

  static String head(long length, String... headers) {
    var head = new StringBuilder("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/yaml\r\n");
    head.append("Content-Length: ").append(length).append("\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  Answer read() throws IOException {
    String status = line().replaceFirst("HTTP/1.1 (\\d+).*", "$1");
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.startsWith("content-length: ")) {
        length = Integer.parseInt(line.substring("content-length: ".length()));
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the answer ends after " + body.length + " of " + length + " bytes");
    }
    return new Answer(status, body);
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection ended");
      }
      line.write(b);
    }
    return line.toString(ISO_8859_1).strip();
  }

  /**
   * Sends the bytes several times, and reads meanwhile what there is to read, so that a server that
   * answers does not wait.
   */
  void flood(byte[] bytes, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      for (int at = 0; at < bytes.length; at += PIECE) {
        out.write(bytes, at, Math.min(PIECE, bytes.length - at));
        in.skipNBytes(in.available());
      }
    }
  }

  /** The statuses of all answers until the server closes the connection. */
  List<String> readStatuses() throws IOException {
    var statuses = new ArrayList<String>();
    try {
      while (true) {
        Answer answer = read();
        if (!answer.status().startsWith("1")) {
          statuses.add(answer.status());
        }
      }
    } catch (EOFException | SocketException e) {
      return statuses;
    }
  }

  void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Reads on until the server closes the connection. */
  void drain() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
