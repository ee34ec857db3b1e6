package dev.kiln.server.admission;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Packs and unpacks messages. Both take too long for an event loop. */
public final class Gzip {
  /** The size of the smallest message that is worth packing. */
  public static final int MIN_PACKED_SIZE = 1400;

  private static final int STEP = 64 << 10;

  private Gzip() {}

  /**
   * Unpacks a message while it is read.
   *
   * @param onBytes is called with the number of bytes that came out, as they do; may throw
   */
  public static InputStream unpack(byte[] packed, LongConsumer onBytes) {
    return new GzipInputStream(packed, onBytes);
  }

  /**
   * The size of the unpacked message as its last four bytes give it. Whoever packed it may have
   * written something else there.
   */
  public static long announcedSize(byte[] packed) {
    int at = packed.length - Integer.BYTES;
    return at < 0
        ? 0
        : Integer.toUnsignedLong(ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).getInt(at));
  }

  /** Packs a message, fast rather than small. */
  public static byte[] pack(byte[] bytes) {
    var packed = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (OutputStream out = new FastGzipOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static final class FastGzipOutputStream extends GZIPOutputStream {
    FastGzipOutputStream(OutputStream out) throws IOException {
      super(out, STEP);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
