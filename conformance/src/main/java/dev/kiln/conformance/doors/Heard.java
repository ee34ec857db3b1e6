package dev.kiln.conformance.doors;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** What comes through a pipe, as far as it came: its other end may never be closed. */
final class Heard {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Thread thread;

  Heard(InputStream in) {
    thread = Thread.ofVirtual().start(() -> hear(in));
  }

  private void hear(InputStream in) {
    try (in) {
      in.transferTo(bytes);
    } catch (IOException _) {
      // whoever wrote is gone
    }
  }

  boolean isWholeWithin(Duration patience) throws InterruptedException {
    return thread.join(patience);
  }

  byte[] soFar() {
    return bytes.toByteArray();
  }
}
