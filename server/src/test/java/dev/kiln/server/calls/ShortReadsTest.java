package dev.kiln.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How much is read at once from a connection. */
class ShortReadsTest {
  private final ShortReads.ShortHandle handle = new ShortReads.ShortHandle();

  private void read(int bytes, long nanos) {
    handle.lastBytesRead(bytes);
    handle.adapt(nanos);
  }

  @Test
  void readsMoreOfWhatIsHandledQuickly() {
    for (int i = 0; i < 10; i++) {
      read(handle.guess(), 0);
    }
    assertThat(handle.guess()).isEqualTo(ShortReads.MAX);
  }

  @Test
  void readsLessOfWhatTakesLong() {
    for (int i = 0; i < 10; i++) {
      read(handle.guess(), 2 * ShortReads.TURN_NANOS);
    }
    assertThat(handle.guess()).isEqualTo(ShortReads.MIN);
  }

  @Test
  void takesNoLargeBufferForSmallMessages() {
    read(handle.guess(), 0);
    read(10, 0);
    assertThat(handle.guess()).isEqualTo(ShortReads.MIN);
  }

  @Test
  void readsOnceInATurn() {
    read(handle.guess(), 0);
    assertThat(handle.continueReading()).isFalse();
  }
}
