package dev.kiln.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/**
 * A small checkout with the real script, a Maven that only counts and copies, and a command that
 * tells what it was given: it copies its input, prints its arguments to stderr and ends with their
 * number, or with 0 for {@code serve}.
 */
final class Checkout {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "cat",
          "cp",
          "date",
          "find",
          "flock",
          "head",
          "ls",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep");
  private static final String COMMAND =
      """
      package dev.kiln.cli;
      public class Main {
        public static void main(String[] args) throws Exception {
          System.in.transferTo(System.out);
          System.out.flush();
          System.err.println(java.util.Arrays.toString(args));
          System.exit(args.length > 0 && args[0].equals("serve") ? 0 : args.length);
        }
      }
      """;

  final Path top;
  final Path bin;
  final Path sources;
  final Path source;

  Checkout(Path folder, Path command) {
    top = folder.resolve("a checkout");
    bin = folder.resolve("bin");
    sources = top.resolve("sdk/src/main/java");
    source = sources.resolve("Source.java");
    try {
      Files.createDirectories(sources);
      Files.createDirectories(top.resolve("cli"));
      Files.writeString(top.resolve("pom.xml"), "<project/>");
      Files.writeString(top.resolve("cli/pom.xml"), "<project/>");
      Files.writeString(source, "class Source {}");
      Files.copy(Path.of(System.getProperty("kiln.top"), "kiln"), top.resolve("kiln"));
      executable(top.resolve("kiln"));
      linkTools();
      maven(
          "echo built >>builds\nmkdir -p cli/target/kiln/lib\n"
              + "cp '%1$s' cli/target/kiln/kiln-cli-1.jar\ncp '%1$s' cli/target/kiln/lib/dep.jar\n"
                  .formatted(command));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces what {@code mvn} does. */
  void maven(String script) throws IOException {
    Path mvn = bin.resolve("mvn");
    Files.writeString(mvn, "#!/bin/sh\n" + script);
    executable(mvn);
  }

  /**
   * Adds what a start-up cache is made from; without it there is none, and a build takes no time.
   */
  void addTraining() throws IOException {
    Path training = Files.createDirectories(top.resolve("cli/src/main/training"));
    Files.writeString(training.resolve("list.yaml"), "items: []\n");
  }

  long builds() throws IOException {
    Path builds = top.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  /** Makes a file or folder look as if it had been written after every build so far. */
  void change(Path path) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(60)));
  }

  private void linkTools() throws IOException {
    Files.createDirectories(bin);
    for (String tool : TOOLS) {
      for (String place : List.of("/usr/bin", "/bin")) {
        Path real = Path.of(place, tool);
        if (Files.exists(real) && !Files.exists(bin.resolve(tool))) {
          executable(
              Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec %s \"$@\"\n".formatted(real)));
        }
      }
    }
  }

  /** Packs the command, in a folder of its own. */
  static Path command(Path folder) throws IOException {
    Path jar = folder.resolve("command.jar");
    Path classes = folder.resolve("classes");
    Path source = Files.createDirectories(classes).resolve("Main.java");
    Files.writeString(source, COMMAND);
    ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "-d", classes.toString(), source.toString());
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("dev/kiln/cli/Main.class"));
      out.write(Files.readAllBytes(classes.resolve("dev/kiln/cli/Main.class")));
      out.closeEntry();
    }
    return jar;
  }

  static void executable(Path file) {
    if (!file.toFile().setExecutable(true)) {
      throw new IllegalStateException("cannot make executable: " + file);
    }
  }
}
