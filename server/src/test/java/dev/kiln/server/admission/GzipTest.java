package dev.kiln.server.admission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class GzipTest {
  private static final byte[] TEXT = "apiVersion: v1\n".repeat(100).getBytes(UTF_8);
  private static final byte[] EMPTY_MEMBER = Gzip.pack(new byte[0]);

  @Test
  void unpacksWhatItPacked() throws IOException {
    assertThat(unpacked(Gzip.pack(TEXT))).isEqualTo(TEXT);
    assertThat(unpacked(EMPTY_MEMBER)).isEmpty();
  }

  @Test
  void countsBytesAsTheyComeOut() throws IOException {
    var count = new AtomicLong();
    try (var in = Gzip.unpack(Gzip.pack(TEXT), count::addAndGet)) {
      assertThat(in.readNBytes(10)).hasSize(10);
      assertThat(count).hasValue(10);
      assertThat(in.read()).isEqualTo(TEXT[10]);
      in.readAllBytes();
    }
    assertThat(count).hasValue(TEXT.length);
  }

  @Test
  void unpacksAsManyMembersAsAreAllowed() throws IOException {
    byte[] most = concat(repeat(EMPTY_MEMBER, GzipInputStream.MAX_MEMBERS - 1), Gzip.pack(TEXT));
    assertThat(unpacked(most)).isEqualTo(TEXT);
  }

  @Test
  void refusesTenThousandEmptyMembers() {
    assertRefused(repeat(EMPTY_MEMBER, 10_000), "it has more than 4096 members");
  }

  @Test
  void refusesToUnpackToManyTimesTheSize() throws IOException {
    byte[] regular = new byte[GzipInputStream.FREE_BYTES];
    assertThat(unpacked(packedWell(regular))).isEqualTo(regular);
    assertRefused(packedWell(new byte[8 << 20]), "it unpacks to more than 256 times its size");
  }

  @Test
  void skipsTheOptionalFieldsOfAHeader() throws IOException {
    byte[] plain = Gzip.pack(TEXT);
    byte[] fields = HexFormat.of().parseHex("0200" + "0102" + "6e616d6500" + "636f6d6d656e7400");
    byte[] head = Arrays.copyOf(plain, 10);
    head[3] = 2 | 4 | 8 | 16;
    byte[] whole = concat(head, fields);
    var sum = new CRC32();
    sum.update(whole);
    byte[] check = {(byte) sum.getValue(), (byte) (sum.getValue() >> 8)};
    byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
    assertThat(unpacked(concat(whole, check, rest))).isEqualTo(TEXT);
    check[0] ^= 1;
    assertRefused(concat(whole, check, rest), "the checksum of a header is wrong");
  }

  @Test
  void refusesEveryPrefix() {
    byte[] whole = Gzip.pack("short".getBytes(UTF_8));
    for (int length = 0; length < whole.length; length++) {
      assertRefused(Arrays.copyOf(whole, length), "the gzip stream ends too soon");
    }
  }

  @Test
  void refusesWhatIsNoGzip() {
    assertRefused(TEXT, "not in gzip format");
    assertRefused(concat(Gzip.pack(TEXT), TEXT), "bytes behind its end");
    assertRefused(changed(3, 0x80), "unknown flags");
    assertRefused(changed(Gzip.pack(TEXT).length - 8, 1), "the checksum is wrong");
    assertRefused(changed(Gzip.pack(TEXT).length - 1, 1), "the size at its end is wrong");
    assertRefused(concat(Arrays.copyOf(EMPTY_MEMBER, 10), new byte[] {7}), "invalid block type");
  }

  private static byte[] changed(int at, int bits) {
    byte[] packed = Gzip.pack(TEXT);
    packed[at] ^= (byte) bits;
    return packed;
  }

  private static byte[] packedWell(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var packing = new GZIPOutputStream(out)) {
      packing.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] repeat(byte[] member, int times) {
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      out.writeBytes(member);
    }
    return out.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] unpacked(byte[] packed) throws IOException {
    try (var in = Gzip.unpack(packed, _ -> {})) {
      return in.readAllBytes();
    }
  }

  private static void assertRefused(byte[] packed, String message) {
    assertThatThrownBy(() -> unpacked(packed)).isInstanceOf(ZipException.class).hasMessage(message);
  }
}
