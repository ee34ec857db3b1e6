package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.server.Exit;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Runs many commands in one process, so that the start-up cache recorded from it has the classes of
 * all of them. Only the build of a distribution runs it.
 */
final class AotCacheTraining {
  /** Spread over all runs, so that each function is among them. */
  private static final int CALLS = 20;

  /** Files that are worth a second thread, and to be synced together. */
  private static final int MANY = 160;

  private final List<Run> runs;

  private AotCacheTraining(List<Run> runs) {
    this.runs = runs;
  }

  /**
   * A call of a function.
   *
   * @param list the ResourceList, with its functionConfig
   */
  private record Run(String function, String list) {
    /** A folder with an {@code input.yaml} and perhaps a {@code config.yaml}. */
    static Run ofFolder(File folder) {
      var config = new File(folder, "config.yaml");
      String list = read(new File(folder, "input.yaml"));
      if (config.exists()) {
        list += "functionConfig:\n  " + read(config).strip().replace("\n", "\n  ") + "\n";
      }
      return new Run(folder.getParentFile().getName(), list);
    }

    private static String read(File file) {
      try (var in = new FileInputStream(file)) {
        return new String(in.readAllBytes(), UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Trains with the folders of cases.
   *
   * @param args {@code once} for what a run from stdin to stdout and the small commands load,
   *     {@code serve} for a host and who calls it, {@code image} for the same without TLS and with
   *     fewer cases, {@code fn} for runs over packages; then the folder, with one folder a
   *     function; then perhaps the function that alone is wanted
   */
  public static void main(String[] args) throws Exception {
    String only = args.length > 2 ? args[2] : "";
    var training = new AotCacheTraining(runs(Path.of(args[1]), only));
    switch (args[0]) {
      case "once" -> training.trainSingleRuns(only.isEmpty());
      case "serve" -> {
        inTempFolder(folder -> training.trainHost(folder, true));
        inTempFolder(training::trainTls);
      }
      case "image" -> {
        MethodHandles.lookup().ensureInitialized(ImageMain.class);
        inTempFolder(folder -> training.trainHost(folder, false));
      }
      case "fn" -> inTempFolder(training::fn);
      default -> throw new IllegalArgumentException(args[0]);
    }
    Exit.with(0);
  }

  /** A training that writes files. */
  @FunctionalInterface
  private interface Training {
    void run(Path folder) throws Exception;
  }

  private static void inTempFolder(Training training) throws Exception {
    Path folder = Files.createTempDirectory("kiln");
    try {
      training.run(folder);
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    }
  }

  /** Without what a short run does not load either. */
  private static List<Run> runs(Path cases, String only) {
    var runs = new ArrayList<Run>();
    for (File function : sorted(cases.toFile())) {
      for (File folder : sorted(function)) {
        if (only.isEmpty() || isTypical(folder, only)) {
          runs.add(Run.ofFolder(folder));
        }
      }
    }
    return runs;
  }

  /** Whether the case is a typical run: of that function, and without an error. */
  private static boolean isTypical(File folder, String function) {
    var file = new File(folder, "expected-results.yaml");
    String results = file.exists() ? Run.read(file) : "";
    return folder.getParentFile().getName().equals(function)
        && !new File(folder, "error.txt").exists()
        && !results.contains("severity: error");
  }

  private static File[] sorted(File folder) {
    File[] files = Objects.requireNonNullElse(folder.listFiles(), new File[0]);
    Arrays.sort(files);
    return files;
  }

  private void trainSingleRuns(boolean commands) throws IOException {
    var _ = System.in.readAllBytes(); // as a run does; the lists come from elsewhere
    for (Run run : runs) {
      run("serve", List.of("--function", run.function), run.list);
    }
    if (!commands) {
      return;
    }
    for (Run run : runs) { // chosen by the functionConfig's type, where that does
      run("serve", List.of("--timeout=5m"), run.list);
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
    var words = new ArrayList<>(List.of(command));
    words.addAll(args);
    return Main.run(words);
  }

  /** A host that is called by others over both doors, and over each by itself. */
  private void trainHost(Path folder, boolean withPackages) throws Exception {
    Path http = folder.resolve("h");
    Path grpc = folder.resolve("g");
    Path admin = folder.resolve("a"); // which opens last
    Path jars = Files.createDirectory(folder.resolve("jars"));
    List<String> functions = runs.stream().map(Run::function).distinct().toList();
    List<String> entries =
        functions.stream().map(name -> entry("http-" + name, "unix://" + http, name)).toList();
    Path config = Files.writeString(folder.resolve("host.yaml"), config(entries));
    Path caller = folder.resolve("caller.yaml");
    CompletableFuture<Integer> host =
        CompletableFuture.supplyAsync(
            () ->
                run(
                    "serve",
                    List.of(
                        "--http-addr=unix://" + http,
                        "--grpc-addr=unix://" + grpc,
                        "--admin-addr=unix://" + admin,
                        "--functions=" + jars,
                        "--config=" + config),
                    ""));
    await(admin, host);
    for (Run run : someRuns()) {
      for (String door : List.of("unix://" + http, "grpc+unix://" + grpc)) {
        Files.writeString(caller, config(List.of(entry("remote", door, run.function))));
        run("serve", List.of("--config=" + caller, "--function=remote"), run.list);
      }
    }
    for (Run run : runs) {
      run("serve", List.of("--functions=" + jars, "--function=" + run.function), run.list);
    }
    if (withPackages) {
      callFromPackages(folder, List.of("unix://" + http, "grpc+unix://" + grpc));
    }
    run("health", List.of("unix://" + admin), "");
    terminate();
    host.join();
  }

  private void callFromPackages(Path folder, List<String> doors) throws Exception {
    Path dir = packageIn(folder);
    Path images = Files.createDirectory(folder.resolve("images")); // which the host does not allow
    declare(images, "container: {image: example.com/a:v1}");
    for (String door : doors) {
      fn(
          "run",
          dir,
          List.of("--host=" + door, "--function=set-labels", "--", "a=" + door.length()),
          "");
      fn("run", dir, List.of("--host=" + door, "--enable-exec"), "");
      fn("run", images, List.of("--host=" + door), "");
    }
  }

  private void trainTls(Path folder) throws Exception {
    for (String algorithm : List.of("RSA", "EC")) {
      trainTls(Files.createDirectory(folder.resolve(algorithm)), algorithm);
    }
  }

  /** An image has no program that sends a signal. */
  private static void terminate() throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Object term = signal.getConstructor(String.class).newInstance("TERM");
    signal.getMethod("raise", signal).invoke(null, term);
  }

  /** A host with TLS. With RSA, its clients need a certificate as well. */
  private void trainTls(Path folder, String algorithm) throws Exception {
    Path admin = folder.resolve("a"); // which opens last
    ThrowawayCertificate certificate = ThrowawayCertificate.make(algorithm);
    certificate.writeTo(folder);
    if (algorithm.equals("RSA")) {
      certificate.writeAuthorityTo(folder);
    }
    int http = freePort();
    int grpc = freePort();
    CompletableFuture<Integer> host =
        CompletableFuture.supplyAsync(
            () ->
                run(
                    "serve",
                    List.of(
                        "--http-addr=127.0.0.1:" + http,
                        "--grpc-addr=127.0.0.1:" + grpc,
                        "--admin-addr=unix://" + admin,
                        "--tls-dir=" + folder),
                    ""));
    await(admin, host);
    Path caller = folder.resolve("caller.yaml");
    for (Run run : someRuns()) {
      for (String door : List.of("https://127.0.0.1:" + http, "grpcs://127.0.0.1:" + grpc)) {
        Files.writeString(caller, config(List.of(tlsEntry(door, run.function, folder))));
        run("serve", List.of("--config=" + caller, "--function=remote"), run.list);
      }
    }
    terminate();
    host.join();
  }

  private static String tlsEntry(String address, String function, Path folder) {
    return """
    - name: remote
      remote:
        addresses: ["%s"]
        function: %s
        caFile: "%3$s/tls.crt"
        certFile: "%3$s/tls.crt"
        keyFile: "%3$s/tls.key"
    """
        .formatted(address, function, folder);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits for a host whose last door is a file. */
  private static void await(Path door, CompletableFuture<Integer> host) throws Exception {
    while (!Files.exists(door)) {
      if (host.isDone()) {
        throw new IllegalStateException("the host ended with " + host.get());
      }
      Thread.onSpinWait();
    }
  }

  /** Runs over a package, of functions in the box and of programs. */
  private void fn(Path folder) throws IOException {
    Path dir = packageIn(folder);
    String results = "--results-dir=" + folder.resolve("results");
    for (String way : List.of("--function=set-labels", "--exec=/bin/cat")) {
      fn("run", dir, List.of(way, results, "--explain", "--", "tier=web"), "");
      fn("run", dir, List.of(way, "--dry-run", "--", "tier=" + way), "");
      fn("run", dir, List.of(way, "--format=json", "--", "tier=front"), "");
    }
    fn("run", dir, List.of("--enable-exec"), "");
    fn("source", dir, List.of(), "");
    run("fn", List.of("run", "--help"), "");
  }

  private static void fn(String command, Path dir, List<String> args, String stdin) {
    var words = new ArrayList<>(List.of(command, dir.toString()));
    words.addAll(args);
    run("fn", words, stdin);
  }

  /** Some runs of every function. */
  private List<Run> someRuns() {
    var some = new ArrayList<Run>();
    for (int call = 0; call < CALLS; call++) {
      some.add(runs.get(call * runs.size() / CALLS));
    }
    return some;
  }

  /** A package with the items of some runs, and two that declare a program. */
  private Path packageIn(Path folder) throws IOException {
    Path dir = Files.createDirectory(folder.resolve("package"));
    declare(dir, "exec: {path: /bin/cat}");
    for (int i = 0; i < MANY; i++) {
      Files.writeString(dir.resolve(i + ".yaml"), configMap(i));
    }
    for (Run run : runs.subList(0, Math.min(runs.size(), CALLS))) {
      fn("sink", dir.resolve(run.function), List.of(), run.list);
    }
    return dir;
  }

  private static String configMap(int number) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a" + number + "\ndata: {}\n";
  }

  private static void declare(Path dir, String function) throws IOException {
    for (String name : List.of("a", "b")) {
      Files.writeString(dir.resolve(name + ".yaml"), declaringResource(name, function));
    }
  }

  private static String declaringResource(String name, String function) {
    return """
    # runs where programs may
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s
      annotations:
        config.kubernetes.io/function: |
          %s
    data: {a: b} # for nobody
    """
        .formatted(name, function);
  }

  private static String config(List<String> entries) {
    return "apiVersion: kiln.dev/v1alpha1\nkind: Host\nfunctions:\n" + String.join("", entries);
  }

  private static String entry(String name, String address, String function) {
    return "- {name: %s, remote: {addresses: [\"%s\"], function: %s}}\n"
        .formatted(name, address, function);
  }
}
