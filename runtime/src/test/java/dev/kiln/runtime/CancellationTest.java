package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellationTest {
  @Test
  void reactsOnce() {
    var reactions = new AtomicInteger();
    var cancellation = new Cancellation();
    cancellation.onCancel(reactions::incrementAndGet);
    assertThat(cancellation.isCancelled()).isFalse();
    cancellation.cancel();
    cancellation.cancel();
    assertThat(cancellation.isCancelled()).isTrue();
    assertThat(reactions).hasValue(1);
  }

  @Test
  void reactsAtOnceWhereItIsLate() {
    var reactions = new AtomicInteger();
    var cancellation = new Cancellation();
    cancellation.cancel();
    cancellation.onCancel(reactions::incrementAndGet);
    assertThat(reactions).hasValue(1);
  }
}
