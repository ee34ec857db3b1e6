package dev.kiln.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A local Maven repository for builds outside the reactor: it has Kiln's modules as they were built
 * here and, by links, whatever else the user's own has. That one never gets to know Kiln.
 */
final class LocalRepository {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));
  private static final Path LIB = Path.of(System.getProperty("kiln.lib"));
  private static final Path REAL = Path.of(System.getProperty("kiln.repository"));
  private static final String VERSION = System.getProperty("kiln.version");

  private final Path folder;

  private LocalRepository(Path folder) {
    this.folder = folder;
  }

  static LocalRepository create(Path folder) throws IOException {
    Path dev = Files.createDirectories(folder.resolve("dev"));
    link(REAL, folder, "dev");
    link(REAL.resolve("dev"), dev, "kiln");
    add(dev, "kiln", ".pom", TOP.resolve("pom.xml"));
    try (Stream<Path> modules = Files.list(TOP)) {
      for (Path module : modules.toList()) {
        String artifact = "kiln-" + module.getFileName();
        Path jar = LIB.resolve(artifact + "-" + VERSION + ".jar");
        if (Files.exists(jar)) {
          add(dev, artifact, ".jar", jar);
          add(dev, artifact, ".pom", module.resolve("pom.xml"));
        }
      }
    }
    return new LocalRepository(folder);
  }

  /** Cuts the links, before anything else removes what is behind them. */
  void close() throws IOException {
    try (Stream<Path> entries = Files.walk(folder)) {
      for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  private static void link(Path from, Path to, String except) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.filter(e -> !e.endsWith(except)).toList()) {
        Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
      }
    }
  }

  private static void add(Path dev, String artifact, String suffix, Path file) throws IOException {
    Path place = Files.createDirectories(dev.resolve("kiln").resolve(artifact).resolve(VERSION));
    Files.copy(file, place.resolve(artifact + "-" + VERSION + suffix));
  }
}
