package dev.kiln.interop;

import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The programs that others wrote. Those of the system must be there; those in Go and Python are
 * built once, as the folder {@code interop} pins them, into a cache outside the tree. A test whose
 * program cannot be had is skipped, and fails where {@code KILN_REQUIRE_PEERS} names it.
 */
public final class Peers {
  private static final Path SOURCES = Path.of(System.getProperty("kiln.top"), "interop");

  private Peers() {}

  /** A program of the system. */
  public static String program(String name) {
    return find(name).orElseGet(() -> missing(name, "there is no " + name + " on PATH")).toString();
  }

  /** One of the Go programs: client, grpcurl or grpc-health-probe. */
  static synchronized String go(String name) throws IOException, InterruptedException {
    String go = program("go");
    Path built = cache("go", "go.mod", "go.sum", "client/main.go");
    make(
        built,
        List.of(
            "env",
            "CGO_ENABLED=0",
            go,
            "build",
            "-trimpath",
            "-ldflags=-s -w",
            "-o",
            built + ".part/",
            "./client",
            "tool"),
        "go");
    return built.resolve(name).toString();
  }

  /**
   * A folder with kustomize, and set-labels: a function as others write them, linked statically.
   */
  static synchronized Path kustomize() throws IOException, InterruptedException {
    String go = program("go");
    Path built = cache("kustomize", "set-labels/go.mod", "set-labels/go.sum", "set-labels/main.go");
    make(
        built,
        List.of(
            "env",
            "CGO_ENABLED=0",
            go,
            "build",
            "-C",
            "set-labels",
            "-trimpath",
            "-ldflags=-s -w",
            "-o",
            built + ".part/",
            ".",
            "tool"),
        "go");
    return built;
  }

  /** A Python with the packages of requirements.txt. */
  static synchronized String python() throws IOException, InterruptedException {
    String python = program("python3");
    Path made = cache("python", "requirements.txt");
    String environment = made + ".part";
    make(
        made,
        List.of(
            "sh",
            "-euc",
            """
            "$0" -m venv "$1"
            "$1/bin/python" -m pip install --quiet --requirement requirements.txt
            """,
            python,
            environment),
        "python3");
    return made.resolve("bin/python").toString();
  }

  /** What judges {@code deploy/}: {@code interop/deploy/make} says what is in the folder. */
  static synchronized Path deploy() throws IOException, InterruptedException {
    String go = program("go");
    program("python3");
    Path made =
        cache(
            "deploy",
            "deploy/make",
            "deploy/go.mod",
            "deploy/go.sum",
            "deploy/crds/go.mod",
            "deploy/crds/go.sum",
            "deploy/requirements.txt");
    String script = "PATH=${1%/*}:$PATH; cd deploy; ./make \"$0\"";
    make(made, List.of("sh", "-euc", script, made + ".part", go), "go");
    return made;
  }

  /** A folder that has the hash of what it is made from in its name. */
  private static Path cache(String kind, String... sources) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (String source : sources) {
        digest.update(Files.readAllBytes(SOURCES.resolve(source)));
      }
      String hash = HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), 6));
      return caches().resolve(kind + "-" + hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path caches() throws IOException {
    String given = Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse("");
    Path top =
        given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
    return Files.createDirectories(top.resolve("kiln/interop"));
  }

  /** Makes a folder with a command that writes it under the name {@code .part}. */
  private static void make(Path folder, List<String> command, String peer)
      throws IOException, InterruptedException {
    try (var file = FileChannel.open(lockOf(folder), LOCK);
        var lock = file.lock()) {
      if (!lock.isValid() || Files.isDirectory(folder)) {
        return;
      }
      Path part = Path.of(folder + ".part");
      delete(part);
      var builder = new ProcessBuilder(command).directory(SOURCES.toFile());
      Program.Ended ended = Program.run(new byte[0], builder);
      if (ended.exit() == 0) {
        Files.move(part, folder);
      } else {
        missing(peer, "it cannot be built: " + ended.err() + ended.out());
      }
    }
  }

  private static final StandardOpenOption[] LOCK = {
    StandardOpenOption.CREATE, StandardOpenOption.WRITE
  };

  private static Path lockOf(Path folder) {
    return Path.of(folder + ".lock");
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Where it is on PATH. */
  public static Optional<Path> find(String name) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Skips the test, or fails it if it must not be skipped. */
  public static Path missing(String peer, String why) {
    String required = Optional.ofNullable(System.getenv("KILN_REQUIRE_PEERS")).orElse("");
    if (List.of(required.split(",", -1)).contains(peer)) {
      return Assertions.fail(why);
    }
    return Assumptions.abort(why);
  }
}
