package dev.kiln.bench.warm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.Must;
import dev.kiln.runtime.Runner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a typical Go function cold and warm, by itself and under kustomize and kpt. Prints one table
 * and the limits, and fails if a limit is missed.
 */
final class Warm {
  private static final String USAGE =
      "usage: bench/warm [--quick]\n\n  --quick   fewer rounds: a look, no record\n";
  private static final int SMALL = 2_000;
  private static final int LARGE = 200_000;
  private static final String PROGRAM = "go";
  private static final String JAVA = "set-labels";
  private static final String JAR_FUNCTION = "label-everything";

  private final Workplace place;
  private final boolean containers;
  private final int rounds;
  private final Table table = new Table();
  private final Map<String, String> answers = new HashMap<>();

  private Warm(Workplace place, boolean containers, int rounds) {
    this.place = place;
    this.containers = containers;
    this.rounds = rounds;
  }

  public static void main(String[] args) throws Exception {
    int rounds = Rounds.of(args, USAGE, 5, 25);
    boolean met;
    try (var place = new Workplace(Path.of(args[0]), args[1])) {
      boolean containers = place.hasContainers();
      if (!containers) {
        System.out.println("podman and buildah do not work here: no row has a container\n");
      }
      met = new Warm(place, containers, rounds).run();
    }
    System.exit(met ? 0 : 1);
  }

  private boolean run() throws Exception {
    var flags = new ArrayList<>(List.of("--exec", PROGRAM + "=" + place.peer("set-labels")));
    if (containers) {
      flags.addAll(List.of("--engine", "podman", "--image", Workplace.IMAGE));
    }
    List<String> jars = List.of("--functions", place.functions().toString());
    List<String> isolated = new ArrayList<>(jars);
    isolated.addAll(List.of("--isolate", "jar"));
    try (var host = new Host(place, flags);
        var together = place.another();
        var apart = place.another();
        var _ = new Host(together, jars);
        var _ = new Host(apart, isolated)) {
      place.installShims();
      addFunctionRows(host, SMALL, "2 KB");
      addJarRows(together, apart, SMALL, "2 KB");
      addFunctionRows(host, LARGE, "200 KB");
      addJarRows(together, apart, LARGE, "200 KB");
      addKustomizeRows(host);
      Workplace.find("kpt").ifPresent(kpt -> unchecked(() -> addKptRows(host, kpt.toString())));
      table.measure(3, rounds);
    }
    return table.print(requirements());
  }

  private static void unchecked(Row.Run run) {
    try {
      run.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  // --- The function by itself -------------------------------------------------------------------

  private void addFunctionRows(Host host, int size, String called) throws Exception {
    String list = GeneratedList.ofSize(size).text();
    byte[] bytes = list.getBytes(UTF_8);
    String program = place.peer("set-labels").toString();
    addRow(
        called + ", Go program",
        PROGRAM + called,
        () -> requireOutput(place.run(List.of(program), list)),
        () -> {});
    addHostRows(host, called + ", Go program, warm", PROGRAM, PROGRAM + called, bytes);
    if (containers) {
      List<String> podman =
          List.of(
              "podman",
              "run",
              "--rm",
              "-i",
              "--network",
              "none",
              "--user",
              "nobody",
              Workplace.IMAGE);
      addRow(
          called + ", container",
          PROGRAM + called,
          () -> requireOutput(place.run(podman, list)),
          () -> {});
      addHostRows(host, called + ", container, warm", Workplace.IMAGE, PROGRAM + called, bytes);
      addKilnCallRow(host, called + ", container, warm", Workplace.IMAGE, PROGRAM + called, list);
    }
    addHostRows(host, called + ", Java function", JAVA, JAVA + called, bytes);
    addKilnCallRow(host, called + ", Java function", JAVA, JAVA + called, list);
  }

  private void addJarRows(Workplace together, Workplace apart, int size, String called)
      throws IOException {
    byte[] list = GeneratedList.ofSize(size).text().getBytes(UTF_8);
    Runner here = Host.overHttp(together, JAR_FUNCTION);
    Runner elsewhere = Host.overHttp(apart, JAR_FUNCTION);
    String name = called + ", function of a jar";
    addRow(name + ", HTTP", JAR_FUNCTION + called, () -> Host.call(here, list), () -> {});
    addRow(
        name + ", isolated, HTTP",
        JAR_FUNCTION + called,
        () -> Host.call(elsewhere, list),
        () -> {});
  }

  private void addHostRows(Host host, String name, String function, String kind, byte[] list)
      throws IOException {
    Runner http = Host.overHttp(place, function);
    Runner grpc = host.overGrpc(function);
    addRow(name + ", HTTP", kind, () -> Host.call(http, list), awaitIdlePool(host, function));
    addRow(name + ", gRPC", kind, () -> Host.call(grpc, list), awaitIdlePool(host, function));
  }

  private void addKilnCallRow(Host host, String name, String function, String kind, String list) {
    List<String> command =
        List.of(place.kiln(), "call", "unix://" + place.socket(), "--function", function);
    addRow(
        name + ", kiln call",
        kind,
        () -> requireOutput(place.run(command, list)),
        awaitIdlePool(host, function));
  }

  /**
   * Waits until the pool has replaced the instance that a call used, so that neither this function
   * nor the next row waits for it.
   */
  private static Row.Run awaitIdlePool(Host host, String function) {
    return function.equals(JAVA) ? () -> {} : () -> host.awaitIdle(function);
  }

  // --- kustomize and kpt ------------------------------------------------------------------------

  private void addKustomizeRows(Host host) throws IOException {
    addBuildRow("no function", 0, "", "none", () -> {});
    for (int count : new int[] {1, 4}) {
      addBuildRow(count + " exec: cat", count, "exec: {path: /bin/cat}", "cat", () -> {});
    }
    addBuildRow(
        "1 exec: Go program",
        1,
        "exec: {path: " + place.peer("set-labels") + "}",
        "labels1",
        () -> {});
    String call =
        "exec: {path: %s, args: [call, 'unix://%s', --function, %s]}"
            .formatted(place.kiln(), place.socket(), PROGRAM);
    addBuildRow("1 exec: kiln call", 1, call, "labels1", awaitIdlePool(host, PROGRAM));
    if (!containers) {
      return;
    }
    String image = "container: {image: " + Workplace.IMAGE + "}";
    for (int count : new int[] {1, 4}) {
      addBuildRow(count + " container", count, image, "labels" + count, () -> {});
      String folder = place.kustomization("shim" + count, count, image);
      addRow(
          "kustomize, " + count + " container, shim",
          "labels" + count,
          () -> requireOutput(place.runWithShims(addKustomizeRows(folder))),
          awaitIdlePool(host, Workplace.IMAGE));
    }
  }

  private void addBuildRow(String name, int functions, String runtime, String kind, Row.Run after)
      throws IOException {
    String folder = place.kustomization(name.replaceAll("\\W+", "-"), functions, runtime);
    addRow(
        "kustomize, " + name,
        kind,
        () -> requireOutput(place.run(addKustomizeRows(folder))),
        after);
  }

  private List<String> addKustomizeRows(String folder) {
    String program = place.peer("kustomize").toString();
    return List.of(program, "build", "--enable-alpha-plugins", "--enable-exec", folder);
  }

  private void addKptRows(Host host, String kpt) throws IOException {
    String folder = place.kptPackage("kpt");
    String program = place.peer("set-labels").toString();
    List<String> exec =
        List.of(kpt, "fn", "eval", folder, "-o", "stdout", "--exec", program, "--", "team=a");
    addRow("kpt, exec", "kpt", () -> requireOutput(place.run(exec)), () -> {});
    if (containers) {
      List<String> image =
          List.of(kpt, "fn", "eval", folder, "-o", "stdout", "-i", Workplace.IMAGE, "--", "team=a");
      addRow("kpt, image", "kpt", () -> requireOutput(place.run(image)), () -> {});
      addRow(
          "kpt, image, shim",
          "kpt",
          () -> requireOutput(place.runWithShims(image)),
          awaitIdlePool(host, Workplace.IMAGE));
    }
  }

  // --- Rows -------------------------------------------------------------------------------------

  private interface Answer {
    String get() throws Exception;
  }

  /** Adds a row. All rows of one kind must give the same answer. */
  private void addRow(String name, String kind, Answer answer, Row.Run after) {
    table.add(new Row(name, () -> requireSameAnswer(name, kind, answer.get()), after));
  }

  private void requireSameAnswer(String name, String kind, String answer) {
    String expected = answers.putIfAbsent(kind, answer);
    if (answer.isEmpty() || (expected != null && !expected.equals(answer))) {
      throw new IllegalStateException(
          "%s: another answer than expected\n--- %s\n--- %s".formatted(name, expected, answer));
    }
  }

  private static String requireOutput(Workplace.Ended ended) {
    if (ended.exit() != 0) {
      throw new IllegalStateException("exit code " + ended.exit() + ": " + ended.err());
    }
    return ended.out();
  }

  // --- What is required -------------------------------------------------------------------------

  private List<Must> requirements() {
    var musts = new ArrayList<Must>();
    for (String size : List.of("2 KB", "200 KB")) {
      requireAtMost(musts, size + ", container, warm, HTTP", size + ", Go program", 1, 3);
      requireAtMost(
          musts, size + ", Java function, kiln call", size + ", Java function, HTTP", 1, 15);
    }
    requireAtMost(musts, "kustomize, 1 container, shim", "kustomize, 1 exec: cat", 1.15, 0);
    requireAtMost(musts, "kustomize, 4 container, shim", "kustomize, 4 exec: cat", 1.6, 0);
    requireAtMost(musts, "kpt, image, shim", "kpt, exec", 1.1, 0);
    return musts;
  }

  private void requireAtMost(
      List<Must> musts, String name, String than, double times, double more) {
    Optional<Row> row = table.find(name);
    Optional<Row> other = table.find(than);
    if (row.isPresent() && other.isPresent()) {
      double bound = times * other.get().median() + more;
      String why =
          times == 1 ? "%.0f more than %s".formatted(more, than) : times + " times " + than;
      musts.add(Must.atMost(name, row.get().median(), bound, why));
    }
  }
}
