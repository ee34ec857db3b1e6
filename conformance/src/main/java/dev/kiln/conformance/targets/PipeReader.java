package dev.kiln.conformance.targets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Collects what comes through a pipe whose other end may never be closed. */
final class PipeReader {
  /** No function that means well puts out more, and nobody could read it. */
  private static final int MOST = 128 << 20;

  private static final int BUFFER = 1 << 16;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Thread thread;

  PipeReader(InputStream in) {
    thread = Thread.ofVirtual().start(() -> readAll(in));
  }

  private void readAll(InputStream in) {
    try (in) {
      var some = new byte[BUFFER];
      for (int read = in.read(some); read >= 0 && !isOverLimit(); read = in.read(some)) {
        bytes.write(some, 0, read);
      }
    } catch (IOException _) {
      // whoever wrote is gone
    }
  }

  boolean awaitEnd(Duration patience) throws InterruptedException {
    return thread.join(patience);
  }

  /** Whether so much came that the rest was left alone. */
  boolean isOverLimit() {
    return bytes.size() > MOST;
  }

  byte[] bytesSoFar() {
    return bytes.toByteArray();
  }
}
