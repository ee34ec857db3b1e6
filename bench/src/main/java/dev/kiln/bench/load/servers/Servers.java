package dev.kiln.bench.load.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Starts the servers: our host, the two echoes, and the Go server. */
public final class Servers {
  /** The JVM flags for a host of short calls on few cores. */
  private static final List<String> HOST = List.of("-XX:+UseSerialGC", "-Xmx256m");

  private static final List<String> ECHO = List.of("-XX:+UseSerialGC", "-Xmx128m");

  /** The class path of this process. */
  public static final String CLASS_PATH = System.getProperty("java.class.path");

  private Servers() {}

  /** The class path of the benchmark of another checkout, as bench/prepare.sh builds it. */
  public static String classPathOf(Path checkout) throws IOException {
    Path built = checkout.resolve("bench/.kiln/bench").toAbsolutePath();
    try (var jars = Files.newDirectoryStream(built, "kiln-bench-*.jar")) {
      return jars.iterator().next() + ":" + Files.readString(built.resolve("classpath")).strip();
    }
  }

  /**
   * Our host with its doors and its admin address, as an author's program runs, with further flags
   * for the JVM, and for the host. Its classes may be those of another build.
   */
  public static ServerProcess kiln(String classPath, List<String> jvmFlags, String... flags) {
    var command = java(classPath, HOST, jvmFlags, LabelEverything.class);
    command.addAll(List.of(flags));
    for (String flag : List.of("--http-addr", "--grpc-addr", "--admin-addr")) {
      command.add(flag);
      command.add("127.0.0.1:0");
    }
    return ServerProcess.start(command, Set.of(Door.values()));
  }

  /** A bare Netty server that returns the body. */
  public static ServerProcess httpEcho() {
    return ServerProcess.start(
        java(CLASS_PATH, ECHO, List.of(), HttpEcho.class), Set.of(Door.HTTP));
  }

  /** A bare grpc-java server that returns the message. */
  public static ServerProcess grpcEcho() {
    return ServerProcess.start(
        java(CLASS_PATH, ECHO, List.of(), GrpcEcho.class), Set.of(Door.GRPC));
  }

  /**
   * An echo with the heap of a host and a start-up cache.
   *
   * @param cache the JVM flag that makes or uses the cache
   * @param tls a folder with a certificate, for an echo with TLS
   */
  public static ServerProcess echo(Door door, String cache, Optional<Path> tls) {
    Class<?> main = door == Door.HTTP ? HttpEcho.class : GrpcEcho.class;
    List<String> command = java(CLASS_PATH, HOST, List.of(cache), main);
    tls.ifPresent(folder -> command.add(folder.toString()));
    return ServerProcess.start(command, Set.of(door));
  }

  /**
   * A host as the distribution starts it, with the heap of our other hosts.
   *
   * @param kiln the command of the distribution
   * @param jars a folder with functions in jars
   * @param tls a folder with a certificate, for a host with TLS
   */
  public static ServerProcess distribution(Path kiln, Path jars, Optional<Path> tls) {
    var command = new ArrayList<>(List.of("env", "KILN_JAVA_OPTS=-Xmx256m", kiln.toString()));
    command.addAll(List.of("serve", "--functions", jars.toString()));
    for (String flag : List.of("--http-addr", "--grpc-addr", "--admin-addr")) {
      command.addAll(List.of(flag, "127.0.0.1:0"));
    }
    tls.ifPresent(folder -> command.addAll(List.of("--tls-dir", folder.toString())));
    return ServerProcess.start(command, Set.of(Door.values()));
  }

  /** The Go server, kyaml behind net/http. */
  public static ServerProcess go(Path program) {
    return ServerProcess.start(List.of(program.toString()), Set.of(Door.HTTP));
  }

  private static List<String> java(
      String classPath, List<String> flags, List<String> moreFlags, Class<?> main) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(moreFlags);
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(classPath);
    command.add(main.getName());
    return command;
  }
}
