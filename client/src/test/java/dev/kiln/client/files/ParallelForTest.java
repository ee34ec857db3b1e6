package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class ParallelForTest {
  @Test
  void doesItWithEachOnce() {
    var done = new AtomicIntegerArray(1000);

    ParallelFor.each(1000, 4, done::incrementAndGet);

    for (int i = 0; i < 1000; i++) {
      assertThat(done.get(i)).as("%d", i).isEqualTo(1);
    }
  }

  @Test
  void doesItOnSeveralThreadsAtOnce() {
    var all = new CountDownLatch(3);
    ParallelFor.each(
        1000,
        3,
        i -> {
          if (i < 3) {
            all.countDown();
            await(all);
          }
        });
    assertThat(all.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void needsNoThreadForAFew() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();

    ParallelFor.each(100, 8, _ -> threads.add(Thread.currentThread()));

    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void throwsWhatOneThrew() {
    var exception = new IllegalStateException("at 701");
    assertThatThrownBy(
            () ->
                failing(
                    701,
                    () -> {
                      throw exception;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("at 701");
  }

  @Test
  void throwsAnErrorAsWell() {
    var error = new StackOverflowError("at 702");
    assertThatThrownBy(
            () ->
                failing(
                    702,
                    () -> {
                      throw error;
                    }))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("at 702");
  }

  private static void failing(int at, Runnable failure) {
    ParallelFor.each(
        1000,
        4,
        i -> {
          if (i == at) {
            failure.run();
          }
        });
  }

  @Test
  void doesAllEvenIfItIsInterrupted() {
    var done = new AtomicIntegerArray(1000);
    Thread.currentThread().interrupt();

    ParallelFor.each(1000, 4, done::incrementAndGet);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(done.get(999)).isEqualTo(1);
  }
}
