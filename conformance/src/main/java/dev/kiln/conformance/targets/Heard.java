package dev.kiln.conformance.targets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** What comes through a pipe, as far as it came: its other end may never be closed. */
final class Heard {
  /** No function that means well puts out more, and nobody could read it. */
  private static final int MOST = 128 << 20;

  private static final int BUFFER = 1 << 16;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Thread thread;

  Heard(InputStream in) {
    thread = Thread.ofVirtual().start(() -> hear(in));
  }

  private void hear(InputStream in) {
    try (in) {
      var some = new byte[BUFFER];
      for (int read = in.read(some); read >= 0 && !isTooMuch(); read = in.read(some)) {
        bytes.write(some, 0, read);
      }
    } catch (IOException _) {
      // whoever wrote is gone
    }
  }

  boolean isWholeWithin(Duration patience) throws InterruptedException {
    return thread.join(patience);
  }

  /** Whether so much came that the rest was left alone. */
  boolean isTooMuch() {
    return bytes.size() > MOST;
  }

  byte[] soFar() {
    return bytes.toByteArray();
  }
}
