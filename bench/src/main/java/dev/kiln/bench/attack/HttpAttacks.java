package dev.kiln.bench.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kiln.bench.lists.HostileList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;

/** The attacks on the HTTP door, each of them what one connection does before it starts anew. */
final class HttpAttacks {
  /** The answer to a request that was hidden behind another one. */
  static final String SMUGGLED = "smuggled";

  private static final int TINY_WINDOW = 2048;

  private final InetSocketAddress http;
  private final int limit;
  private final long stallNanos;
  private final List<String> smuggled = List.copyOf(SmuggledRequests.all().values());

  /**
   * @param limit the size of the largest list that the host takes
   * @param stallNanos how long a slow client is silent
   */
  HttpAttacks(InetSocketAddress http, int limit, long stallNanos) {
    this.http = http;
    this.limit = limit;
    this.stallNanos = stallNanos;
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
    addGzip(all, small);
    addSlow(all, small);
    all.put("requests within requests", this::smuggle);
    String one = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    addFlood(all, "requests without pause", "", one);
    String chunked = Wire.head(0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
    addFlood(all, "chunks of one byte", chunked, "1\r\na\r\n");
    addFlood(all, "chunks with extensions", chunked, "1;" + "a".repeat(1000) + "\r\na\r\n");
    addFlood(all, "headers without end", "POST / HTTP/1.1\r\n", "a: b\r\n");
    addFlood(all, "empty lines", "", "\r\n");
    all.put("noise", this::sendNoise);
    return all;
  }

  private void addGzip(Map<String, Attack> all, byte[] list) {
    String header = "Content-Encoding: gzip";
    byte[] bomb = gzip(new byte[200 << 20]);
    all.put("gzip of 200 MB", (_, answers) -> post(bomb, answers, header));
    byte[] packed = gzip(list);
    all.put("gzip of a list", (_, answers) -> post(packed, answers, header));
    byte[] members = repeat(gzip(new byte[0]), 10_000);
    all.put("gzip of 10,000 members", (_, answers) -> post(members, answers, header));
  }

  private void addSlow(Map<String, Attack> all, byte[] list) {
    all.put("answers that nobody reads", (_, answers) -> stall(list, answers));
    all.put("bodies that stop", (_, answers) -> sendHalf(list, answers));
    all.put("heads that stop", this::sendHead);
    all.put("bodies that wait for 100 Continue", (_, answers) -> expect(list.length, answers));
  }

  private void addFlood(Map<String, Attack> all, String name, String start, String repeated) {
    byte[] many = repeat(repeated.getBytes(ISO_8859_1), 1000);
    all.put(
        name,
        (_, answers) -> {
          try (var wire = new Wire(http)) {
            wire.send(start);
            wire.flood(many, 20);
            answers.add("flooded");
          }
        });
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
      LockSupport.parkNanos(stallNanos);
      answers.add("not read");
    }
  }

  private void sendHalf(byte[] body, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send(Wire.head(body.length));
      wire.send(Arrays.copyOf(body, body.length / 2));
      LockSupport.parkNanos(stallNanos);
      answers.add("not sent");
    }
  }

  private void sendHead(Random random, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send("POST / HTTP/1.1\r\n");
      for (int i = 0; i < 50; i++) {
        wire.send("X-" + random.nextInt() + ": b\r\n");
        LockSupport.parkNanos(stallNanos / 50);
      }
      answers.add("not sent");
    }
  }

  private void expect(int length, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send(Wire.head(length, "Expect: 100-continue"));
      LockSupport.parkNanos(stallNanos);
      answers.add("not sent");
    }
  }

  private void smuggle(Random random, Answers answers) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send(smuggled.get(random.nextInt(smuggled.size())));
      wire.shutdownOutput();
      List<String> statuses = wire.readStatuses();
      answers.add(statuses.isEmpty() ? "closed" : statuses.getFirst());
      for (int i = 1; i < statuses.size(); i++) {
        answers.add(SMUGGLED);
      }
    }
  }

  private void sendNoise(Random random, Answers answers) throws IOException {
    byte[] noise = new byte[random.nextInt(10_000)];
    random.nextBytes(noise);
    try (var wire = new Wire(http)) {
      wire.send(noise);
      wire.shutdownOutput();
      wire.drain();
      answers.add("closed");
    }
  }

  static byte[] repeat(byte[] bytes, int times) {
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
