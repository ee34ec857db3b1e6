package dev.kiln.faults;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Hosts with functions of all kinds. */
final class Hosts {
  private static final Path JARS = jars();

  private Hosts() {}

  private static Path jars() {
    try {
      Path folder = Files.createTempDirectory("jars");
      FunctionsJar.ofAllKinds().in(folder, "functions.jar");
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static HostProcess start(String... args) throws Exception {
    return HostProcess.start(with(args));
  }

  /** Arguments for a host that has them. */
  static String[] with(String... args) {
    return Stream.concat(Stream.of("--functions", JARS.toString()), Stream.of(args))
        .toArray(String[]::new);
  }
}
