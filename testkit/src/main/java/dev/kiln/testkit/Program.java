package dev.kiln.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. Its streams are files, so that none of them can block it. */
public final class Program {
  private static final int LIMIT_SECONDS = 600;

  private Program() {}

  /** The result of a run. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Ended(int exit, byte[] bytes, String err) {
    public String out() {
      return new String(bytes, UTF_8);
    }

    /** Returns this, after a check that the exit code is 0. */
    public Ended well() {
      if (exit != 0) {
        throw new AssertionError("ended with " + exit + ": " + err + out());
      }
      return this;
    }
  }

  public static Ended run(List<String> command) throws IOException, InterruptedException {
    return run(new byte[0], command);
  }

  public static Ended run(byte[] stdin, List<String> command)
      throws IOException, InterruptedException {
    return run(stdin, new ProcessBuilder(command));
  }

  /** Runs what was built; its streams are set here. */
  public static Ended run(byte[] stdin, ProcessBuilder builder)
      throws IOException, InterruptedException {
    try (TempFolder folder = TempFolder.create()) {
      Path in = Files.write(folder.resolve("in"), stdin);
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      Process process =
          builder
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(builder.command() + " does not end: " + Files.readString(err));
      }
      return new Ended(process.exitValue(), Files.readAllBytes(out), Files.readString(err));
    }
  }
}
