package dev.kiln.server.http;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.NothingRanException;
import dev.kiln.sdk.BadInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Packs and unpacks messages on the thread of the call, so that event loops are not held up. */
final class Gzip {
  /** What is smaller is not worth it. */
  static final int LEAST = 1400;

  private static final int STEP = 64 << 10;

  private Gzip() {}

  /**
   * The message that was packed; its bytes are taken from the budget as they come.
   *
   * @throws NothingRanException if it is no gzip, too large, or there are no bytes for it
   */
  static byte[] unpack(byte[] packed, Limits limits, Budget budget, Budget.Claim claim) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed), STEP)) {
      var bytes = new byte[Math.toIntExact(Math.clamp(packed.length * 4L, 1024, STEP))];
      int size = 0;
      while (true) {
        if (!claim.grow(bytes.length - size)) {
          throw new NothingRanException(budget.spent());
        }
        size += in.readNBytes(bytes, size, bytes.length - size);
        if (size > limits.maxMessageBytes()) {
          throw new NothingRanException(limits.tooLarge());
        }
        if (size < bytes.length) {
          return Arrays.copyOf(bytes, size);
        }
        long next = Math.min(bytes.length * 2L, limits.maxMessageBytes() + 1);
        bytes = Arrays.copyOf(bytes, Math.toIntExact(next));
      }
    } catch (ZipException | EOFException e) {
      String why = e.getMessage() == null ? "it ends too soon" : e.getMessage();
      var bad = new BadInput("", "a body that is no whole gzip: " + why, "");
      throw new NothingRanException(new Ending.Unreadable("", bad));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] pack(byte[] bytes) {
    var packed = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (OutputStream out = new Fast(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out, STEP);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
