package dev.kiln.bench.load;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.H2Load;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.FunctionJar;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import dev.kiln.bench.warm.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Compares the first call of a host of the distribution with that of an echo, over each door, with
 * and without TLS. The echoes have the same heap and collector, and start-up caches of their own.
 *
 * @param kiln the command of a distribution
 */
record FirstCalls(Path kiln, int starts) {
  private static final List<String> FUNCTIONS = List.of("set-labels", FunctionJar.FUNCTION);
  private static final double TIMES_THE_ECHO = 1.5;
  private static final int TRAINING_CALLS = 20;

  /** A way to a server. */
  private record Way(Door door, boolean tls) {
    static final List<Way> ALL =
        List.of(
            new Way(Door.HTTP, false),
            new Way(Door.GRPC, false),
            new Way(Door.HTTP, true),
            new Way(Door.GRPC, true));

    @Override
    public String toString() {
      return (door == Door.HTTP ? "HTTP" : "gRPC") + (tls ? " with TLS" : "");
    }
  }

  /**
   * One start and its first call.
   *
   * @param millis of the call, connecting included
   * @param processor of the process during the call
   * @param ready how long the start took
   */
  private record Start(double millis, Duration processor, Duration ready) {}

  private record Row(Way way, String server) {}

  /** Measures, prints a table and the limits, and returns whether all limits were met. */
  boolean run() throws Exception {
    try (var folder = WorkFolder.make()) {
      Path tls = Files.createDirectory(folder.path().resolve("tls"));
      makeCertificate(tls);
      Path jars = Files.createDirectory(folder.path().resolve("jars"));
      FunctionJar.writeTo(jars);
      Map<Row, List<Start>> all = measure(folder.path(), tls, jars);
      List<Must> musts = print(all);
      return musts.stream().allMatch(Must::met);
    }
  }

  private static void makeCertificate(Path folder) throws IOException, InterruptedException {
    Process openssl =
        new ProcessBuilder(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-keyout",
                "tls.key",
                "-out",
                "tls.crt")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (openssl.waitFor() != 0) {
      throw new IllegalStateException("openssl made no certificate");
    }
  }

  private Map<Row, List<Start>> measure(Path folder, Path tls, Path jars) throws Exception {
    var all = new LinkedHashMap<Row, List<Start>>();
    for (Way way : Way.ALL) {
      try (ServerProcess echo = echo(way, tls, "-XX:AOTCacheOutput=" + cache(folder, way))) {
        var _ = call(way, echo, "", TRAINING_CALLS);
      }
    }
    for (int start = 0; start < starts; start++) { // in turn, for a busy moment to slow all
      for (Way way : Way.ALL) {
        long before = System.nanoTime();
        try (ServerProcess echo = echo(way, tls, "-XX:AOTCache=" + cache(folder, way))) {
          add(all, new Row(way, "echo"), firstCall(way, echo, "", before));
        }
        for (String function : FUNCTIONS) {
          before = System.nanoTime();
          try (ServerProcess host = Servers.distribution(kiln, jars, certificates(way, tls))) {
            add(all, new Row(way, function), firstCall(way, host, function, before));
            host.requireOnlySuccess();
          }
        }
      }
    }
    return all;
  }

  private static void add(Map<Row, List<Start>> all, Row row, Start start) {
    all.computeIfAbsent(row, _ -> new ArrayList<>()).add(start);
  }

  private static Path cache(Path folder, Way way) {
    return folder.resolve(way.toString().replace(' ', '-') + ".aot");
  }

  private static Optional<Path> certificates(Way way, Path tls) {
    return way.tls() ? Optional.of(tls) : Optional.empty();
  }

  private static ServerProcess echo(Way way, Path tls, String flag) {
    return Servers.echo(way.door(), flag, certificates(way, tls));
  }

  private static Start firstCall(Way way, ServerProcess server, String function, long before)
      throws InterruptedException {
    var ready = Duration.ofNanos(System.nanoTime() - before);
    Duration processor = server.processorTime();
    double millis = call(way, server, function, 1);
    return new Start(millis, server.processorTime().minus(processor), ready);
  }

  private static double call(Way way, ServerProcess server, String function, int calls)
      throws InterruptedException {
    var list = ByteString.copyFrom(GeneratedList.ofSize(Results.SMALL).bytes());
    return H2Load.of(server.address(way.door()), way.door(), way.tls(), function, list)
        .run(1, calls)
        .millis();
  }

  private static List<Must> print(Map<Row, List<Start>> all) {
    System.out.print(
        """
        | over | server | first call, ms | the worst | processor of the call, ms | ready after, ms |
        |---|---|---:|---:|---:|---:|
        """);
    var musts = new ArrayList<Must>();
    for (Map.Entry<Row, List<Start>> entry : all.entrySet()) {
      Row row = entry.getKey();
      List<Start> of = entry.getValue();
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.1f | %.1f | %.0f | %.0f |%n",
          row.way(),
          row.server(),
          median(of),
          of.stream().mapToDouble(Start::millis).max().orElseThrow(),
          of.stream().mapToDouble(one -> one.processor().toMillis()).average().orElseThrow(),
          median(of.stream().mapToDouble(one -> one.ready().toMillis())));
      if (!row.server().equals("echo")) {
        musts.add(
            Must.atMost(
                "%s, %s, the first call, ms".formatted(row.way(), row.server()),
                median(of),
                TIMES_THE_ECHO * median(all.getOrDefault(new Row(row.way(), "echo"), List.of())),
                TIMES_THE_ECHO + " times the echo's"));
      }
    }
    System.out.println();
    musts.forEach(must -> System.out.println(must.line()));
    return musts;
  }

  private static double median(List<Start> starts) {
    return median(starts.stream().mapToDouble(Start::millis));
  }

  private static double median(DoubleStream figures) {
    double[] sorted = figures.sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
