package dev.kiln.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostLogTest {
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

  @Test
  void saysWhereADoorListensInALineThatScriptsWaitFor() {
    try (var log = log(stderr)) {
      log.listening("http", "127.0.0.1:41234");
    }
    assertThat(written()).isEqualTo("http: listening on 127.0.0.1:41234\n");
  }

  @Test
  void writesWhatItIsToldWithoutBeingClosed() throws Exception {
    var came = new CountDownLatch(2);
    try (var log = log(telling(came))) {
      log.info("one", "one");
      while (came.getCount() == 2) {
        Thread.onSpinWait();
      }
      log.info("two", "two"); // the writer may sleep by now
      assertThat(came.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private OutputStream telling(CountDownLatch came) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        stderr.write(b);
        came.countDown();
      }

      @Override
      public void write(byte[] bytes, int from, int count) {
        stderr.write(bytes, from, count);
        came.countDown();
      }
    };
  }

  @Test
  void keepsTheOrderInWhichOneThreadTellsIt() {
    try (var log = log(stderr)) {
      IntStream.range(0, 5_000).forEach(i -> log.info("n", "line " + i));
      await(() -> written().endsWith("line 4999\n")); // the end waits for it only so long
    }
    assertThat(written().lines())
        .containsExactlyElementsOf(IntStream.range(0, 5_000).mapToObj(i -> "line " + i).toList());
  }

  @Test
  void tellsOfFailedCallsAloneIfAskedTo() {
    try (var log = new HostLog(stderr, LogFormat.TEXT, LogCalls.FAILED)) {
      log.completed(SampleCalls.call("good", "200", new Ending.Done()));
      log.completed(SampleCalls.call("slow", "504", new Ending.TimedOut("slow was not done")));
    }
    assertThat(written()).hasLineCount(1).contains(" warn http slow 504 timeout ");
  }

  @Test
  void tellsOfNoCallsButOurFaultsIfAskedTo() {
    try (var log = new HostLog(stderr, LogFormat.TEXT, LogCalls.NONE)) {
      log.completed(SampleCalls.call("slow", "504", new Ending.TimedOut("slow was not done")));
      log.completed(SampleCalls.call("bad", "500", new Ending.Fault(new Exception())));
    }
    assertThat(written().lines().findFirst().orElseThrow()).contains(" error http bad 500 fault ");
  }

  @Test
  void dropsAndCountsWhatAReaderThatHangsDoesNotTake() throws Exception {
    var hangs = new Hanging();
    var log = log(hangs);
    log.info("first", "first");
    hangs.reached.await();
    for (int i = 0; i < 100_000; i++) {
      log.info("more", "more");
    }
    assertThat(log.dropped()).isPositive().isLessThan(100_000);
    hangs.goOn.countDown();
    await(() -> lines("more") == 100_000 - log.dropped()); // the end waits for it only so long
    log.close();
    assertThat(written().lines().filter(line -> line.contains("warning:")))
        .singleElement()
        .asString()
        .endsWith(
            "Z warning: lines of the log were dropped, for stderr did not take them: "
                + log.dropped());
    assertThat(lines("more")).isEqualTo(100_000 - log.dropped());
  }

  private long lines(String text) {
    return written().lines().filter(text::equals).count();
  }

  @Test
  void endsThoughItsReaderHangs() throws Exception {
    var hangs = new Hanging();
    var log = log(hangs);
    log.info("first", "first");
    hangs.reached.await();
    log.close();
    assertThat(hangs.goOn.getCount()).isOne();
    hangs.goOn.countDown();
  }

  private final class Hanging extends OutputStream {
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public void write(int b) throws IOException {
      reached.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      stderr.write(b);
    }
  }

  @Test
  void outlivesADiskThatIsFull() throws Exception {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")));
    try (var full = new FileOutputStream("/dev/full");
        var log = log(full)) {
      log.info("one", "one");
      await(() -> log.dropped() == 1);
      log.info("two", "two");
      await(() -> log.dropped() == 2);
    }
  }

  @Test
  void goesOnOnALineOfItsOwnOnceTheDiskHasRoomAgain() {
    var disk = new Full();
    try (var log = log(disk)) {
      log.info("one", "one");
      await(() -> log.dropped() == 1);
      disk.full = false;
      log.info("two", "two");
    }
    assertThat(written())
        .matches(
            "on\ntwo\n[0-9T:.-]+Z warning: lines of the log were dropped, for stderr did not take them: 1\n");
  }

  /** Takes two bytes, and no more. */
  private final class Full extends OutputStream {
    private volatile boolean full = true;

    @Override
    public void write(int b) throws IOException {
      if (full && stderr.size() == 2) {
        throw new IOException("No space left on device");
      }
      stderr.write(b);
    }
  }

  @Test
  void outlivesAStreamThatThrowsWhateverItLikes() {
    var bad =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new IllegalStateException("closed");
          }
        };
    try (var log = log(bad)) {
      log.info("one", "one");
      await(() -> log.dropped() == 1);
      log.info("two", "two");
      await(() -> log.dropped() == 2);
    }
  }

  @Test
  void holdsOnToNothingThatItHasTold() {
    try (var log = log(stderr)) {
      WeakReference<Throwable> thrown = told(log);
      await(
          () -> {
            System.gc();
            return thrown.refersTo(null);
          });
    }
    assertThat(written()).contains(" fault ");
  }

  private static WeakReference<Throwable> told(HostLog log) {
    var thrown = new IllegalStateException();
    log.completed(SampleCalls.call("bad", "500", new Ending.Fault(thrown)));
    return new WeakReference<>(thrown);
  }

  @Test
  void forgetsWhatIsToldAfterItsEnd() {
    var log = log(stderr);
    log.close();
    log.info("late", "late");
    assertThat(written()).isEmpty();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private static HostLog log(OutputStream to) {
    return new HostLog(to, LogFormat.TEXT, LogCalls.ALL);
  }

  private String written() {
    return stderr.toString(UTF_8);
  }
}
