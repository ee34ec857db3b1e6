package dev.kiln.bench.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Sends a small list again and again, with a pause behind each answer, and checks each of them. */
final class QuietCaller {
  private static final long PAUSE_NANOS = 2_000_000;

  private final InetSocketAddress server;
  private final byte[] list;
  private final byte[] expected;

  QuietCaller(InetSocketAddress server, byte[] list, byte[] expected) {
    this.server = server;
    this.list = list;
    this.expected = expected;
  }

  /**
   * What it met.
   *
   * @param wrong answers that were not the expected list
   * @param refused answers that refused it, and connections that broke
   */
  record Experience(List<Double> millis, int wrong, int refused) {
    double p99() {
      List<Double> sorted = millis.stream().sorted().toList();
      return sorted.isEmpty() ? Double.NaN : sorted.get((int) (sorted.size() * 0.99));
    }
  }

  Experience callWhile(BooleanSupplier goOn) throws IOException {
    var millis = new ArrayList<Double>();
    int wrong = 0;
    int refused = 0;
    Wire wire = new Wire(server);
    try {
      while (goOn.getAsBoolean()) {
        long start = System.nanoTime();
        try {
          wire.post(list);
          Wire.Answer answer = wire.read();
          boolean isAnswered = answer.status().equals("200");
          refused += isAnswered ? 0 : 1;
          wrong += isAnswered && !Arrays.equals(answer.body(), expected) ? 1 : 0;
        } catch (IOException e) {
          refused++;
          wire.close();
          wire = new Wire(server);
        }
        millis.add((System.nanoTime() - start) / 1e6);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } finally {
      wire.close();
    }
    return new Experience(millis, wrong, refused);
  }
}
