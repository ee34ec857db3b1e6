package dev.kiln.server.grpc;

import io.grpc.Decompressor;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/**
 * Tells gRPC to pass compressed messages on as they are, so that they are unpacked off the event
 * loop. The stream of such a message does not implement {@code KnownLength}, which is how the
 * marshaller recognises it.
 */
final class Gzip implements Decompressor {
  @Override
  public String getMessageEncoding() {
    return "gzip";
  }

  @Override
  public InputStream decompress(InputStream in) {
    return in;
  }

  /**
   * Unpacks a message while it is read.
   *
   * @param came hears how many bytes came out, as they do; throws if these are too many
   */
  static InputStream unpack(byte[] bytes, LongConsumer came) throws IOException {
    return new Counting(new GZIPInputStream(new ByteArrayInputStream(bytes)), came);
  }

  private static final class Counting extends FilterInputStream {
    private final LongConsumer came;

    Counting(InputStream in, LongConsumer came) {
      super(in);
      this.came = came;
    }

    @Override
    public int read() throws IOException {
      int one = in.read();
      came.accept(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      int count = in.read(into, at, length);
      came.accept(Math.max(count, 0));
      return count;
    }
  }
}
