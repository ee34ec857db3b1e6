package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.process.Distribution;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the command of the distribution gave. */
record KilnRun(String stdout, String stderr, int exit) {
  static KilnRun run(String... args) throws IOException, InterruptedException {
    return runOn("", args);
  }

  static KilnRun runOn(String stdin, String... args) throws IOException, InterruptedException {
    return runIn(Path.of("").toAbsolutePath(), stdin, args);
  }

  static KilnRun runIn(Path directory, String stdin, String... args)
      throws IOException, InterruptedException {
    return run(List.of(Distribution.folder() + "/bin/kiln"), directory, stdin, args);
  }

  /** With another main class than the command's, from the class path. */
  static KilnRun runMain(Class<?> main, String... args) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    return run(
        List.of(
            java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes, main.getName()),
        Path.of("").toAbsolutePath(),
        "",
        args);
  }

  private static KilnRun run(List<String> program, Path directory, String stdin, String... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(program);
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("KRM_"));
    Program.Ended ended = Program.run(stdin.getBytes(UTF_8), builder);
    return new KilnRun(ended.out(), ended.err(), ended.exit());
  }
}
