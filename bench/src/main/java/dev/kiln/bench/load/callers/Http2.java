package dev.kiln.bench.load.callers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;

/** Writes the frames of an HTTP/2 client (RFC 9113) and their compressed headers. */
final class Http2 {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int WINDOW_UPDATE = 8;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int INITIAL_WINDOW_SIZE = 4;

  static final int FRAME_HEAD = 9;
  static final int MOST_OF_A_FRAME = 16 << 10;
  static final int WINDOW = 65_535;

  private static final int END_HEADERS = 4;
  private static final int LARGE_WINDOW = 1 << 30;
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

  /**
   * Entries of the static table in RFC 7541, appendix A: method POST and scheme http. The other
   * headers use only a name from the table.
   */
  private static final byte[] POST_OVER_HTTP = {(byte) 0x83, (byte) 0x86};

  private static final int PATH = 4;
  private static final int AUTHORITY = 1;
  private static final int CONTENT_TYPE = 31;
  private static final int KEPT = 0x40; // a literal that the server adds to its table

  /** The later table indexes of the four literals, the newest first. */
  private static final byte[] KNOWN = {(byte) 0xc1, (byte) 0xc0, (byte) 0xbf, (byte) 0xbe};

  private Http2() {}

  /** Writes the start of a connection that accepts answers of any size. */
  static void begin(ByteBuf out) {
    out.writeBytes(PREFACE);
    frame(out, SETTINGS, 0, 0, Short.BYTES + Integer.BYTES);
    out.writeShort(INITIAL_WINDOW_SIZE).writeInt(LARGE_WINDOW);
    frame(out, WINDOW_UPDATE, 0, 0, Integer.BYTES);
    out.writeInt(LARGE_WINDOW);
  }

  static void frame(ByteBuf out, int type, int flags, int stream, int length) {
    out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
  }

  /** Writes the headers of a call. Only the first call of a connection sends them as literals. */
  static void headers(ByteBuf out, int stream, boolean isFirst) {
    int start = out.writerIndex();
    frame(out, HEADERS, END_HEADERS, stream, 0);
    out.writeBytes(POST_OVER_HTTP);
    if (isFirst) {
      kept(out, PATH, "/" + EvaluateBytes.METHOD.getFullMethodName());
      kept(out, AUTHORITY, "localhost");
      kept(out, CONTENT_TYPE, "application/grpc");
      out.writeByte(KEPT);
      text(out, "te");
      text(out, "trailers");
    } else {
      out.writeBytes(KNOWN);
    }
    out.setMedium(start, out.writerIndex() - start - FRAME_HEAD);
  }

  private static void kept(ByteBuf out, int name, String value) {
    out.writeByte(KEPT | name);
    text(out, value);
  }

  private static void text(ByteBuf out, String text) {
    out.writeByte(text.length()).writeBytes(text.getBytes(US_ASCII));
  }
}
