package dev.kiln.server.grpc;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Speaks HTTP/2 frame by frame, so that it can do what no proper client does. */
final class RawClient implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int WINDOW_UPDATE = 8;

  private static final int INITIAL_WINDOW = 4;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

  private @Nullable Frame peeked;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(int type, int flags, int stream, byte[] payload) {}

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    this.in = new DataInputStream(socket.getInputStream());
  }

  /** A connection that said nothing yet. */
  static RawClient connect(GrpcTestHost host) throws IOException {
    var socket = new Socket(host.address().getAddress(), host.address().getPort());
    socket.setSoTimeout(Math.toIntExact(GrpcTestHost.SOON.toMillis()));
    socket.setTcpNoDelay(true);
    return new RawClient(socket);
  }

  /** A connection that is ready for calls. */
  static RawClient open(GrpcTestHost host) throws IOException {
    RawClient client = connect(host);
    client.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    client.frame(SETTINGS, 0, 0, new byte[0]);
    return client;
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
    out.flush();
  }

  /** Begins a call; names and values by turns. */
  void call(int stream, String method, String... headers) throws Exception {
    var all = new DefaultHttp2Headers();
    all.method("POST").scheme("http").path("/" + method).authority("localhost");
    all.add("content-type", "application/grpc").add("te", "trailers");
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    headers(stream, all, false);
  }

  /** Begins a stream with exactly these headers. */
  void headers(int stream, Http2Headers headers, boolean last) throws Exception {
    int flags = END_HEADERS | (last ? END_STREAM : 0);
    frame(HEADERS, flags, stream, encoded(stream, headers));
  }

  private byte[] encoded(int stream, Http2Headers headers) throws Http2Exception {
    var buffer = Unpooled.buffer();
    encoder.encodeHeaders(stream, headers, buffer);
    var bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }

  void data(int stream, byte[] payload, boolean last) throws IOException {
    frame(DATA, last ? END_STREAM : 0, stream, payload);
  }

  /** What comes before a message: not compressed, and its length. */
  static byte[] prefix(int length) {
    return new byte[] {
      0, (byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length
    };
  }

  void reset(int stream) throws IOException {
    frame(RESET, 0, stream, new byte[] {0, 0, 0, 8});
  }

  private Frame peek() throws IOException {
    Frame frame = next();
    peeked = frame;
    return frame;
  }

  private void skip() {
    peeked = null;
  }

  Frame next() throws IOException {
    Frame before = peeked;
    peeked = null;
    return before == null ? read() : before;
  }

  private Frame read() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    var payload = new byte[length];
    in.readFully(payload);
    if (flags == 0 && (type == SETTINGS || type == PING)) {
      acknowledge(type, type == PING ? payload : new byte[0]);
    }
    return new Frame(type, flags, stream, payload);
  }

  private void acknowledge(int type, byte[] payload) throws IOException {
    try {
      frame(type, ACK, 0, payload);
    } catch (SocketException e) {
      // closed: what was sent before can still be read
    }
  }

  /** Whether a frame of that type comes for the stream before one of the other type does. */
  boolean sees(int type, int stream, int before) throws IOException {
    Frame frame = until(f -> f.type == before || (f.type == type && f.stream == stream));
    return frame.type == type;
  }

  Frame until(Predicate<Frame> wanted) throws IOException {
    Frame frame = next();
    while (!wanted.test(frame)) {
      if (frame.type == HEADERS) {
        headers(frame); // the table of names is one for the whole connection
      }
      frame = next();
    }
    return frame;
  }

  /** The headers that end a call. */
  Http2Headers trailers(int stream) throws IOException {
    return headers(
        until(
            frame ->
                frame.type == HEADERS
                    && frame.stream == stream
                    && (frame.flags & END_STREAM) != 0));
  }

  Http2Headers headers(Frame frame) throws IOException {
    try {
      return decoder.decodeHeaders(frame.stream, Unpooled.wrappedBuffer(frame.payload));
    } catch (Http2Exception e) {
      throw new IOException(e);
    }
  }

  /** What a stream may send, as the server says. The frames it reads to know are gone. */
  final class Window {
    private final int stream;
    private long ofConnection = 65_535;
    private long ofStream = 65_535;
    private boolean ended;

    Window(int stream) {
      this.stream = stream;
    }

    /** Waits for so much room; false if the server wants no more. */
    boolean awaitRoom(int bytes) throws IOException {
      while (!ended && Math.min(ofConnection, ofStream) < bytes) {
        hear(peek());
      }
      return !ended;
    }

    void took(int bytes) {
      ofConnection -= bytes;
      ofStream -= bytes;
    }

    private void hear(Frame frame) throws IOException {
      if (frame.type == HEADERS || frame.type == RESET || frame.type == GO_AWAY) {
        ended = true;
        return;
      }
      skip();
      ByteBuffer payload = ByteBuffer.wrap(frame.payload);
      if (frame.type == WINDOW_UPDATE && frame.stream == 0) {
        ofConnection += payload.getInt();
      } else if (frame.type == WINDOW_UPDATE && frame.stream == stream) {
        ofStream += payload.getInt();
      } else if (frame.type == SETTINGS) {
        while (payload.hasRemaining()) {
          boolean isWindow = payload.getShort() == INITIAL_WINDOW;
          int value = payload.getInt();
          ofStream += isWindow ? value - 65_535 : 0;
        }
      }
    }
  }

  /** Waits until the server closes the connection; what it says before is skipped. */
  void awaitEnd() throws IOException {
    try {
      while (true) {
        next();
      }
    } catch (EOFException | SocketException e) {
      // closed, or reset
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
