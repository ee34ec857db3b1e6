package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.server.Exit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Does in one process what many processes of the command do one each, so that a start-up cache made
 * of it has what they all load. Only who builds a distribution runs it.
 */
final class Training {
  /** So often that the JVM remembers what to compile first. */
  private static final int CALLS = 20;

  /** What is loaded before a command runs, and behind it. */
  private static final List<Class<?>> AROUND = List.of(Main.class, ImageMain.class, Exit.class);

  private final List<Run> runs;

  private Training(List<Run> runs) {
    this.runs = runs;
  }

  /**
   * A call of a function.
   *
   * @param list the ResourceList, with its functionConfig
   */
  private record Run(String function, String list) {
    /** A folder with an {@code input.yaml} and perhaps a {@code config.yaml}. */
    static Run in(Path folder) {
      try {
        Path config = folder.resolve("config.yaml");
        String list = Files.readString(folder.resolve("input.yaml"));
        if (Files.exists(config)) {
          list += "functionConfig:\n" + Files.readString(config).indent(2);
        }
        return new Run(folder.getName(folder.getNameCount() - 2).toString(), list);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * What it is told to do with the folders of cases.
   *
   * @param args {@code once} for what a run from stdin to stdout and the small commands load,
   *     {@code serve} for a host and who calls it; then the folder, with one folder a function
   */
  public static void main(String[] args) throws Exception {
    var training = new Training(runs(Path.of(args[1])));
    for (Class<?> each : AROUND) {
      MethodHandles.lookup().ensureInitialized(each);
    }
    switch (args[0]) {
      case "once" -> training.once();
      case "serve" -> training.serve();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static List<Run> runs(Path cases) throws IOException {
    try (Stream<Path> folders = Files.find(cases, 2, (path, _) -> isCase(path))) {
      return folders.sorted().map(Run::in).toList();
    }
  }

  private static boolean isCase(Path path) {
    return Files.exists(path.resolve("input.yaml"));
  }

  private void once() {
    for (Run run : runs) {
      run("serve", List.of("--function", run.function), run.list);
    }
    run("functions", List.of(), "");
    run("functions", List.of(runs.getFirst().function), "");
    run("version", List.of(), "");
    run("health", List.of(), "");
    run("help", List.of(), "");
    run("serve", List.of("--help"), "");
  }

  private static int run(String command, List<String> args, String stdin) {
    System.setIn(new ByteArrayInputStream(stdin.getBytes(UTF_8)));
    return Commands.named(command).run(args);
  }

  /** A host that is called by others over both doors, and over each by itself. */
  private void serve() throws Exception {
    Path folder = Files.createTempDirectory("kiln");
    Path http = folder.resolve("h");
    Path grpc = folder.resolve("g");
    Path jars = Files.createDirectory(folder.resolve("jars"));
    List<String> functions = runs.stream().map(Run::function).distinct().toList();
    Path config =
        Files.writeString(
            folder.resolve("host.yaml"), config(functions, "unix://" + http, "unix://" + grpc));
    CompletableFuture<Integer> host =
        CompletableFuture.supplyAsync(
            () ->
                run(
                    "serve",
                    List.of(
                        "--http-addr=unix://" + http,
                        "--grpc-addr=unix://" + grpc,
                        "--admin-addr=127.0.0.1:0",
                        "--functions=" + jars,
                        "--config=" + config),
                    ""));
    while (!Files.exists(grpc) && !host.isDone()) {
      Thread.onSpinWait();
    }
    for (int call = 0; call < CALLS && !host.isDone(); call++) {
      Run run = runs.get(call * runs.size() / CALLS);
      for (String door : List.of("http-", "grpc-")) {
        run("serve", List.of("--config=" + config, "--function=" + door + run.function), run.list);
      }
      run("serve", List.of("--functions=" + jars, "--function=" + run.function), run.list);
    }
    run("health", List.of("unix://" + http), "");
    String self = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("kill", self).inheritIO().start().waitFor();
    host.join();
    Files.delete(config);
    Files.delete(jars);
    Files.delete(folder);
  }

  private static String config(List<String> functions, String http, String grpc) {
    var entries = new ArrayList<String>();
    for (String function : functions) {
      entries.add(entry("http-" + function, http, function));
      entries.add(entry("grpc-" + function, "grpc+" + grpc, function));
    }
    return "apiVersion: kiln.dev/v1alpha1\nkind: Host\nfunctions:\n" + String.join("", entries);
  }

  private static String entry(String name, String address, String function) {
    return "- {name: %s, remote: {addresses: [\"%s\"], function: %s}}\n"
        .formatted(name, address, function);
  }
}
