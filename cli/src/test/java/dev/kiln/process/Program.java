package dev.kiln.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that is run to its end. */
public final class Program {
  private static final int LIMIT_SECONDS = 600;

  private Program() {}

  /** What a run left. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Ended(int exit, byte[] bytes, String err) {
    public String out() {
      return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    /** The same, which must have gone well. */
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

  public static Ended run(byte[] stdin, ProcessBuilder builder)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("program");
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
      throw new AssertionError(builder.command() + " goes on: " + Files.readString(err));
    }
    var ended = new Ended(process.exitValue(), Files.readAllBytes(out), Files.readString(err));
    for (Path file : List.of(in, out, err, folder)) {
      Files.delete(file);
    }
    return ended;
  }
}
