package dev.kiln.server;

import dev.kiln.testkit.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a main class in a JVM of its own, with bytes for stdin. */
final class ChildJvm {
  private static final int PATIENCE_SECONDS = 60;

  private final ProcessBuilder builder;

  private ChildJvm(ProcessBuilder builder) {
    this.builder = builder;
  }

  static ChildJvm of(Class<?> main, List<String> args) {
    var command = new ArrayList<>(command(main));
    command.addAll(args);
    return of(command);
  }

  static ChildJvm shell(String command) {
    return of(List.of("sh", "-c", command));
  }

  private static ChildJvm of(List<String> command) {
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("KRM_"));
    builder.environment().put("LC_ALL", "C"); // where Java would not write UTF-8 by itself
    return new ChildJvm(builder);
  }

  static List<String> command(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx256m",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }

  ChildJvm with(Map<String, String> environment) {
    builder.environment().putAll(environment);
    return this;
  }

  /** Runs to the end; stdin is closed behind the bytes. */
  ChildOutput run(byte[] stdin) throws IOException, InterruptedException {
    Program.Ended ended = Program.run(stdin, builder);
    return new ChildOutput(ended.bytes(), ended.err(), ended.exit());
  }

  /** Runs with a stdout that nobody reads any more. */
  ChildOutput runIntoBrokenPipe(byte[] stdin) throws IOException, InterruptedException {
    Path err = Files.createTempFile("child", "err");
    Process process = builder.redirectError(err.toFile()).start();
    process.getInputStream().close();
    try (OutputStream in = process.getOutputStream()) {
      in.write(stdin);
    }
    int exit = end(process);
    String text = Files.readString(err);
    Files.delete(err);
    return new ChildOutput(new byte[0], text, exit);
  }

  private static int end(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the child did not end");
    }
    return process.exitValue();
  }
}
