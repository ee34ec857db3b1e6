package dev.kiln.bench.load.callers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs h2load (of nghttp2) in a closed loop: each connection sends its next request when the
 * previous one is answered.
 *
 * @param body the body of each request
 */
public record H2Load(String url, ByteString body, List<String> flags) {
  private static final int TIMEOUT_SECONDS = 60;

  public H2Load {
    flags = List.copyOf(flags);
  }

  /** Makes so many calls over so many connections, all of which must succeed. */
  public Round run(int connections, int calls) throws InterruptedException {
    try {
      Path bodyFile = Files.createTempFile("h2load", ".body");
      Path logFile = Files.createTempFile("h2load", ".log");
      try {
        Files.write(bodyFile, body.toByteArray());
        String output =
            output(
                "--clients=" + connections,
                "--requests=" + calls,
                "--data=" + bodyFile,
                "--log-file=" + logFile,
                "--connection-inactivity-timeout=" + TIMEOUT_SECONDS);
        return Round.of(output, Files.readAllLines(logFile));
      } finally {
        Files.delete(bodyFile);
        Files.delete(logFile);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String output(String... moreFlags) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("h2load"));
    command.addAll(flags);
    command.addAll(List.of(moreFlags));
    command.add(url);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("h2load failed:\n" + output);
    }
    return output;
  }
}
