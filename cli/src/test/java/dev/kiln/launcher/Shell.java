package dev.kiln.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program run with just the environment given, and what it left. */
final class Shell {
  private static final int LIMIT_SECONDS = 600;

  private final Map<String, String> environment = new HashMap<>();
  private final Path directory;

  Shell(Path directory) {
    this.directory = directory;
  }

  /** What a run left: its exit code and all it wrote. */
  record Ended(int exitCode, String out, String err) {}

  /** A run that has been started. */
  record Started(Process process, Path out, Path err) {
    Ended end() throws IOException, InterruptedException {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "still running after " + LIMIT_SECONDS + " s: " + Files.readString(err));
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
  }

  Shell with(String variable, Object value) {
    environment.put(variable, value.toString());
    return this;
  }

  Started start(String input, String... command) throws IOException {
    Path in = Files.writeString(Files.createTempFile(directory, "in", ""), input);
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    ProcessBuilder builder =
        builder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    return new Started(builder.start(), out, err);
  }

  /** A run that is listened to while it goes on. */
  Process open(String... command) throws IOException {
    return builder(command).start();
  }

  private ProcessBuilder builder(String... command) {
    var builder = new ProcessBuilder(List.of(command)).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  Ended run(String input, String... command) throws IOException, InterruptedException {
    return start(input, command).end();
  }
}
