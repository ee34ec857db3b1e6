package dev.kiln.runtime.remote;

import dev.kiln.runtime.Log;
import dev.kiln.runtime.programs.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Reads what a server writes, so that it never waits for a reader, and remembers the end of it. */
final class ServerOutput {
  private static final int MOST = 4 << 10;
  private static final Duration REST = Duration.ofMillis(300);

  private final Log log = Log.keeping(MOST);
  private final List<Thread> readers;

  ServerOutput(String name, ChildProcess child) {
    readers =
        List.of(reader(name + "-stderr", child.stderr()), reader(name + "-stdout", child.stdout()));
  }

  /** A platform thread: reading a pipe keeps a virtual one's carrier from others. */
  private Thread reader(String name, InputStream in) {
    return Thread.ofPlatform().daemon().name(name).start(() -> read(in));
  }

  private void read(InputStream in) {
    PrintStream out = log.stream();
    try {
      var bytes = new byte[MOST];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        out.write(bytes, 0, count);
      }
    } catch (IOException _) {
      // it has ended
    }
  }

  /** Waits a little for the rest of one that has ended. */
  void awaitRest() throws InterruptedException {
    long end = System.nanoTime() + REST.toNanos();
    for (Thread reader : readers) {
      var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      var _ = reader.join(left);
    }
  }

  /** The last that it wrote. */
  byte[] tail() {
    return log.tail();
  }

  /** The last line, empty if it never wrote any. */
  String line() {
    List<String> lines =
        new String(tail(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "" : FailureText.line(lines.getLast(), "");
  }
}
