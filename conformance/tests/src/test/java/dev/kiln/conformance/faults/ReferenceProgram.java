package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import dev.kiln.conformance.targets.TargetProgram;
import dev.kiln.conformance.targets.TargetServer;
import dev.kiln.kit.Kit;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reference function in Java as a program, with a start-up cache: it is started often. */
final class ReferenceProgram {
  private static final ReferenceProgram ONLY = new ReferenceProgram();

  private final List<String> command;

  private ReferenceProgram() {
    try {
      Path folder = Files.createTempDirectory("reference");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      String classPath = jars(folder);
      Path cache = folder.resolve("cache");
      train(
          command(
              "-Dkiln.warm-up.millis=1000",
              "-XX:AOTCacheOutput=" + cache,
              "-cp",
              classPath,
              ReferenceTraining.class.getName()));
      String use = Files.exists(cache) ? "-XX:AOTCache=" + cache : "-XX:AOTMode=off";
      command =
          command(
              "-Dkiln.warm-up.millis=0",
              "-XX:TieredStopAtLevel=1",
              use,
              "-cp",
              classPath,
              Kit.class.getName());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The words that start it. */
  static List<String> command() {
    return ONLY.command;
  }

  /** The words as a shell takes them. */
  static String shell() {
    return command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
  }

  private static List<String> command(String... more) {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-Xlog:disable"));
    words.addAll(List.of(more));
    return words;
  }

  /** Runs a JVM that writes the cache when it ends. */
  private static void train(List<String> words) throws IOException, InterruptedException {
    String http = ServerAddresses.text(ServerAddresses.free());
    String grpc = ServerAddresses.text(ServerAddresses.free());
    var variables = ServerAddresses.variables(http, grpc);
    try (TargetServer server = new TargetProgram(words).serve(List.of(), variables)) {
      if (ServerAddresses.awaitListening(http, server, ServerLauncher.START_TIMEOUT)
          && ServerAddresses.awaitListening(grpc, server, ServerLauncher.START_TIMEOUT)) {
        server.terminate();
        server.awaitEnd(ServerLauncher.START_TIMEOUT);
      }
    }
  }

  /** The class path, with folders packed into jars: a start-up cache has no classes of folders. */
  private static String jars(Path folder) throws IOException {
    var jars = new ArrayList<String>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        Path jar = folder.resolve(jars.size() + ".jar");
        pack(path, jar);
        jars.add(jar.toString());
      } else if (Files.exists(path)) {
        jars.add(entry);
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
