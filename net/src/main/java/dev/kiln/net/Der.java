package dev.kiln.net;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Wraps the keys that older tools write into PKCS#8, the one form that the JDK reads. RFC 8017
 * describes the one of RSA, RFC 5915 the one of EC.
 */
final class Der {
  private static final int SEQUENCE = 0x30;
  private static final int OCTET_STRING = 0x04;
  private static final int CURVE = 0xA0;
  private static final byte[] VERSION = HexFormat.of().parseHex("020100");
  private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
  private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

  private Der() {}

  static byte[] pkcs8OfRsa(byte[] key) {
    return encode(SEQUENCE, VERSION, RSA, encode(OCTET_STRING, key));
  }

  /**
   * The curve stands inside the key, and is to stand beside it.
   *
   * @throws IllegalArgumentException if it does not
   */
  static byte[] pkcs8OfEc(byte[] key) {
    return encode(SEQUENCE, VERSION, encode(SEQUENCE, EC, curve(key)), encode(OCTET_STRING, key));
  }

  private static byte[] curve(byte[] key) {
    try {
      ByteBuffer in = content(ByteBuffer.wrap(key), SEQUENCE);
      while (in.hasRemaining()) {
        int tag = in.get(in.position()) & 0xFF;
        ByteBuffer content = content(in, tag);
        if (tag == CURVE) {
          byte[] curve = new byte[content.remaining()];
          content.get(curve);
          return curve;
        }
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException _) {
      throw new IllegalArgumentException("is cut short");
    }
    throw new IllegalArgumentException("does not name its curve");
  }

  private static ByteBuffer content(ByteBuffer in, int tag) {
    if ((in.get() & 0xFF) != tag) {
      throw new IllegalArgumentException("is no key");
    }
    int length = in.get() & 0xFF;
    if (length > 0x7F) {
      int bytes = length & 0x7F;
      length = 0;
      for (int i = 0; i < bytes; i++) {
        length = (length << 8) | (in.get() & 0xFF);
      }
    }
    ByteBuffer content = in.slice(in.position(), length);
    in.position(in.position() + length);
    return content;
  }

  private static byte[] encode(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    writeLength(content.size(), out);
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static void writeLength(int length, ByteArrayOutputStream out) {
    if (length > 0x7F) {
      out.write(0x83); // three bytes are enough for any key
      out.write(length >> 16);
      out.write(length >> 8);
    }
    out.write(length);
  }
}
