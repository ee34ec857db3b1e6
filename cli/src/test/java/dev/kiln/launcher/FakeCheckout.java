package dev.kiln.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/**
 * A small checkout with the real script, and a Maven that only counts and makes a distribution
 * whose command tells what it was given: it copies its input, prints its arguments to stderr and
 * ends with their number.
 */
final class FakeCheckout {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "cat",
          "chmod",
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
  private static final String DISTRIBUTION = "cli/target/kiln/distribution/kiln-1";
  private static final String MAVEN =
      """
      echo built >>builds
      mkdir -p %1$s/bin
      printf '%%s\\n' '#!/bin/sh' cat "printf '[%%s]' \\"\\$@\\" >&2" 'echo >&2' 'exit $#' >%1$s/bin/kiln
      chmod +x %1$s/bin/kiln
      """
          .formatted(DISTRIBUTION);

  final Path top;
  final Path bin;
  final Path sources;
  final Path source;

  FakeCheckout(Path folder) {
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
      maven(MAVEN);
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

  static void executable(Path file) {
    if (!file.toFile().setExecutable(true)) {
      throw new IllegalStateException("cannot make executable: " + file);
    }
  }
}
