package dev.kiln.bench.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kiln.bench.lists.HostileList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;

/** The attacks, each of them what one connection does before it starts anew. */
final class Attacks {
  private static final int TINY_WINDOW = 2048;
  private static final long STALL_NANOS = 5_000_000_000L;
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1);
  private static final byte[] NO_SETTINGS = frame(4, 0, 0, new byte[0]);

  private static final List<String> MALFORMED =
      List.of(
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nkind: x",
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n",
          "POST x?u=http://y/functions/set-labels HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
          "POST / HTTP/1.1\nHost: a\nContent-Length: 0\n\n",
          "POST / HTTP/1.1\r\nHost: a\r\n folded: b\r\nContent-Length: 0\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(100_000) + "\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nX\0: b\r\n\r\n",
          "POST / HTTP/3.7\r\nHost: a\r\n\r\n",
          "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003",
          "\r\n".repeat(10_000));

  private final InetSocketAddress http;
  private final InetSocketAddress grpc;
  private final int limit;

  /**
   * @param limit the size of the largest list that the host takes
   */
  Attacks(InetSocketAddress http, InetSocketAddress grpc, int limit) {
    this.http = http;
    this.grpc = grpc;
    this.limit = limit;
  }

  /** What one connection does. */
  interface Attack {
    void run(Random random, Answers answers) throws IOException;
  }

  Map<String, Attack> all() {
    var all = new LinkedHashMap<String, Attack>();
    for (HostileList shape : HostileList.values()) {
      byte[] list = shape.ofSize(limit);
      all.put(shape.label(), (_, answers) -> post(list, answers));
    }
    byte[] small = HostileList.SMALL_ITEMS.ofSize(limit);
    byte[] tooLarge = HostileList.SMALL_ITEMS.ofSize(limit + 10_000);
    all.put("larger than the limit", (_, answers) -> post(tooLarge, answers));
    all.put("answers that nobody reads", (_, answers) -> stall(small, answers));
    byte[] bomb = gzip(new byte[200 << 20]);
    all.put("gzip of 200 MB", (_, answers) -> post(bomb, answers, "Content-Encoding: gzip"));
    byte[] packed = gzip(small);
    all.put("gzip of a list", (_, answers) -> post(packed, answers, "Content-Encoding: gzip"));
    byte[] members = repeat(gzip(new byte[0]), 10_000);
    all.put(
        "gzip of 10,000 members", (_, answers) -> post(members, answers, "Content-Encoding: gzip"));
    all.put("bodies that stop", (_, answers) -> sendHalf(small, answers));
    all.put("heads that stop", (random, answers) -> sendHead(random, answers));
    all.put("malformed requests", this::sendMalformed);
    all.put("noise", this::sendNoise);
    all.put("HTTP/2 pings", (_, answers) -> flood(frame(6, 0, 0, new byte[8]), answers));
    all.put("HTTP/2 settings", (_, answers) -> flood(NO_SETTINGS, answers));
    all.put("HTTP/2 priorities", (_, answers) -> flood(frame(2, 0, 1, new byte[5]), answers));
    all.put("HTTP/2 empty continuations", (_, answers) -> floodContinuations(answers));
    all.put("HTTP/2 resets", (_, answers) -> floodResets(answers));
    all.put("HTTP/2 noise", (random, answers) -> floodNoise(random, answers));
    return all;
  }

  private void post(byte[] body, Answers answers, String... headers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.post(body, headers);
      answers.add(wire.read().status());
    }
  }

  private void stall(byte[] body, Answers answers) throws IOException {
    try (var wire = new Wire(http, TINY_WINDOW)) {
      wire.post(body);
      LockSupport.parkNanos(STALL_NANOS);
      answers.add("not read");
    }
  }

  private void sendHalf(byte[] body, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send(Wire.head(body.length));
      wire.send(Arrays.copyOf(body, body.length / 2));
      LockSupport.parkNanos(STALL_NANOS);
      answers.add("not sent");
    }
  }

  private void sendHead(Random random, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send("POST / HTTP/1.1\r\n");
      for (int i = 0; i < 50; i++) {
        wire.send("X-" + random.nextInt() + ": b\r\n");
        LockSupport.parkNanos(STALL_NANOS / 50);
      }
      answers.add("not sent");
    }
  }

  private void sendMalformed(Random random, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send(MALFORMED.get(random.nextInt(MALFORMED.size())));
      wire.shutdownOutput();
      answers.add(wire.read().status());
    }
  }

  private void sendNoise(Random random, Answers answers) throws IOException {
    byte[] noise = new byte[random.nextInt(10_000)];
    random.nextBytes(noise);
    try (var wire = new Wire(random.nextBoolean() ? http : grpc)) {
      wire.send(noise);
      wire.shutdownOutput();
      wire.drain();
      answers.add("closed");
    }
  }

  private void flood(byte[] frame, Answers answers) throws IOException {
    byte[] many = repeat(frame, 1000);
    try (var wire = new Wire(grpc)) {
      wire.send(PREFACE);
      wire.send(NO_SETTINGS);
      for (int i = 0; i < 100; i++) {
        wire.send(many);
      }
      answers.add("flooded");
    }
  }

  private void floodContinuations(Answers answers) throws IOException {
    byte[] many = repeat(frame(9, 0, 1, new byte[0]), 1000);
    try (var wire = new Wire(grpc)) {
      wire.send(PREFACE);
      wire.send(NO_SETTINGS);
      wire.send(frame(1, 0, 1, headers()));
      for (int i = 0; i < 100; i++) {
        wire.send(many);
      }
      answers.add("flooded");
    }
  }

  private void floodResets(Answers answers) throws IOException {
    byte[] cancel = {0, 0, 0, 8};
    try (var wire = new Wire(grpc)) {
      wire.send(PREFACE);
      wire.send(NO_SETTINGS);
      for (int stream = 1; stream < 20_000; stream += 2) {
        wire.send(frame(1, 4, stream, headers()));
        wire.send(frame(3, 0, stream, cancel));
      }
      answers.add("flooded");
    }
  }

  private void floodNoise(Random random, Answers answers) throws IOException {
    try (var wire = new Wire(grpc)) {
      wire.send(PREFACE);
      for (int i = 0; i < 100; i++) {
        byte[] payload = new byte[random.nextInt(200)];
        random.nextBytes(payload);
        wire.send(frame(random.nextInt(12), random.nextInt(256), random.nextInt(9), payload));
      }
      wire.shutdownOutput();
      wire.drain();
      answers.add("closed");
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** The headers of a call of {@code Evaluate}, each as a literal that no table keeps. */
  private static byte[] headers() {
    var block = new ByteArrayOutputStream();
    List.of(
            ":method", "POST",
            ":scheme", "http",
            ":path", "/kiln.v2alpha1.FunctionService/Evaluate",
            ":authority", "a",
            "te", "trailers",
            "content-type", "application/grpc")
        .forEach(
            text -> {
              if (text.startsWith(":") || text.equals("te") || text.equals("content-type")) {
                block.write(0);
              }
              block.write(text.length());
              block.writeBytes(text.getBytes(ISO_8859_1));
            });
    return block.toByteArray();
  }

  private static byte[] repeat(byte[] bytes, int times) {
    var all = new ByteArrayOutputStream(bytes.length * times);
    for (int i = 0; i < times; i++) {
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  private static byte[] gzip(byte[] bytes) {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
