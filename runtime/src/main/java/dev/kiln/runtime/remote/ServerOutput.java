package dev.kiln.runtime.remote;

import dev.kiln.net.FailureText;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.instances.Instance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a server's output, so that the server never blocks on a full pipe, and keeps the end of it.
 */
final class ServerOutput {
  private static final int MOST = 4 << 10;
  private static final Duration REST_TIMEOUT = Duration.ofMillis(300);

  private final Log log = Log.keeping(MOST);
  private final Consumer<String> onLine;
  private final List<Thread> readers;

  /**
   * Begins to read.
   *
   * @param onLine gets each line
   */
  ServerOutput(String name, Instance instance, Consumer<String> onLine) {
    this.onLine = onLine;
    readers =
        List.of(
            reader(name + "-stderr", instance.stderr()),
            reader(name + "-stdout", instance.stdout()));
  }

  /** Makes a platform thread, because reading a pipe would block the carrier of a virtual one. */
  private Thread reader(String name, InputStream in) {
    return Thread.ofPlatform().daemon().name(name).start(() -> read(in));
  }

  private void read(InputStream in) {
    PrintStream out = log.stream();
    var line = new ByteArrayOutputStream();
    try {
      var bytes = new byte[MOST];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        out.write(bytes, 0, count);
        for (int i = 0; i < count; i++) {
          if (bytes[i] == '\n' || line.size() == MOST) {
            endLine(line);
          }
          if (bytes[i] != '\n') {
            line.write(bytes[i]);
          }
        }
      }
    } catch (IOException _) {
      // the server has ended
    }
    endLine(line);
  }

  private void endLine(ByteArrayOutputStream line) {
    if (line.size() > 0) {
      onLine.accept(line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
  }

  /** Waits briefly for the remaining output of a server that has ended. */
  void awaitRest() throws InterruptedException {
    long end = System.nanoTime() + REST_TIMEOUT.toNanos();
    for (Thread reader : readers) {
      var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      var _ = reader.join(left);
    }
  }

  /** The end of its output. */
  byte[] tail() {
    return log.tail();
  }

  /** The last line of its output; empty if there is none. */
  String lastLine() {
    List<String> lines =
        new String(tail(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "" : FailureText.safeFirstLine(lines.getLast(), "");
  }
}
