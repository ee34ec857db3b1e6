package dev.kiln.bench.fuzz;

import dev.kiln.server.admission.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/**
 * A file that is unpacked is unpacked to the same bytes by the JDK, and never to more than allowed.
 */
final class GzipTarget implements FuzzTarget {
  private static final long LIMIT = 8 << 20;

  private static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (byte[] text : RepositoryCases.ofYaml().subList(0, 20)) {
      seeds.add(Gzip.pack(text));
    }
    byte[] named = Gzip.pack(new byte[100]);
    byte[] withName = new byte[named.length + 2];
    System.arraycopy(named, 0, withName, 0, 10);
    withName[3] = 8;
    withName[10] = 'a';
    System.arraycopy(named, 10, withName, 12, named.length - 10);
    seeds.add(withName);
    byte[] twice = Arrays.copyOf(named, 2 * named.length);
    System.arraycopy(named, 0, twice, named.length, named.length);
    seeds.add(twice);
    return seeds;
  }

  @Override
  public void accept(byte[] input) throws IOException {
    byte[] packed = Gzip.pack(input);
    Require.that(Arrays.equals(unpack(packed), input), "what was packed is not unpacked");
    byte[] unpacked;
    try {
      unpacked = unpack(input);
    } catch (IOException | TooLargeException e) {
      return;
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(input))) {
      Require.that(Arrays.equals(in.readAllBytes(), unpacked), "the JDK unpacks other bytes");
    }
  }

  private static byte[] unpack(byte[] packed) throws IOException {
    LongConsumer limit =
        new LongConsumer() {
          private long total;

          @Override
          public void accept(long bytes) {
            total += bytes;
            if (total > LIMIT) {
              throw new TooLargeException();
            }
          }
        };
    try (InputStream in = Gzip.unpack(packed, limit)) {
      return in.readAllBytes();
    }
  }
}
