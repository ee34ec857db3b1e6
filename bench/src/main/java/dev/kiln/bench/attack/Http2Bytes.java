package dev.kiln.bench.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** What a client of HTTP/2 sends, put together by hand. */
public final class Http2Bytes {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  public static final int PUSH_PROMISE = 5;
  public static final int PING = 6;
  public static final int GO_AWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;

  public static final int END_STREAM = 1;
  public static final int END_HEADERS = 4;
  static final int PADDED = 8;

  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1);

  private Http2Bytes() {}

  /** What every connection begins with: the preface, and settings without a setting. */
  public static byte[] start() {
    return join(PREFACE, frame(SETTINGS, 0, 0));
  }

  /** A frame without a payload. */
  public static byte[] frame(int type, int flags, int stream) {
    return frame(type, flags, stream, new byte[0]);
  }

  /** One frame. */
  public static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** One frame, whose payload is given as numbers from 0 to 255. */
  static byte[] frame(int type, int flags, int stream, int first, int... more) {
    var payload = new byte[1 + more.length];
    payload[0] = (byte) first;
    for (int i = 0; i < more.length; i++) {
      payload[i + 1] = (byte) more[i];
    }
    return frame(type, flags, stream, payload);
  }

  /** The headers of a call of {@code Evaluate}. */
  public static byte[] evaluate() {
    return headers(
        ":method", "POST",
        ":scheme", "http",
        ":path", "/krm.function.v2alpha1.FunctionService/Evaluate",
        ":authority", "a",
        "te", "trailers",
        "content-type", "application/grpc");
  }

  /** Names and values by turns, each a literal that no table keeps. */
  static byte[] headers(String... texts) {
    var block = new ByteArrayOutputStream();
    for (int i = 0; i < texts.length; i++) {
      if (i % 2 == 0) {
        block.write(0);
      }
      writeLength(block, texts[i].length());
      block.writeBytes(texts[i].getBytes(ISO_8859_1));
    }
    return block.toByteArray();
  }

  private static void writeLength(ByteArrayOutputStream block, int length) {
    if (length < 127) {
      block.write(length);
      return;
    }
    block.write(127);
    int rest = length - 127;
    for (; rest >= 128; rest >>= 7) {
      block.write((rest & 127) | 128);
    }
    block.write(rest);
  }

  /** The message of a call with this list: field 1 of the request. */
  static byte[] request(byte[] list) {
    var message = new ByteArrayOutputStream();
    message.write(1 << 3 | 2);
    int rest = list.length;
    for (; rest >= 128; rest >>= 7) {
      message.write((rest & 127) | 128);
    }
    message.write(rest);
    message.writeBytes(list);
    return message.toByteArray();
  }

  /** A message of gRPC with the bytes that stand before it. */
  public static byte[] message(byte[] bytes) {
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) 0)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  public static byte[] join(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
