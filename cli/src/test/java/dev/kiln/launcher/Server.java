package dev.kiln.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that serves until it is told to end.
 *
 * @param door the one that it has said is open
 * @param place where that is
 */
record Server(Process process, String door, String place) implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("(\\w+): listening on (\\S+)");

  /** Waits until it says where it listens. */
  static Server start(Process process) throws IOException {
    BufferedReader err = process.errorReader(UTF_8);
    var said = new StringBuilder();
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.matches()) {
        return new Server(process, listening.group(1), listening.group(2));
      }
      said.append(line).append('\n');
    }
    throw new AssertionError("ended before it listened:\n" + said);
  }

  String address(String of) {
    if (!door.equals(of)) {
      throw new AssertionError("listens by " + door + " (expected: " + of + ")");
    }
    return place;
  }

  /** Asks it to end, as an operator would; its exit code. */
  int end() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
