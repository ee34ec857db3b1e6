package dev.kiln.bench.fn;

import dev.kiln.bench.load.Must;
import dev.kiln.bench.warm.Host;
import dev.kiln.bench.warm.Rounds;
import dev.kiln.bench.warm.Row;
import dev.kiln.bench.warm.Table;
import dev.kiln.bench.warm.Workplace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs three functions over a package of a thousand resources: with kiln fn run, kustomize fn run
 * and kpt, as programs and as containers; prints one table and what is required, and fails if that
 * is missed.
 */
final class FnRuns {
  private static final String USAGE =
      "usage: bench/fn [--quick]\n\n  --quick   fewer rounds: a look, no record\n";
  private static final int RESOURCES = 1_000;
  private static final String KILN = "kiln fn run";
  private static final String KUSTOMIZE = "kustomize fn run";
  private static final String EVAL = "kpt fn eval, three times";
  private static final String RENDER = "kpt fn render";
  private static final String EXEC = ", exec";
  private static final String IMAGE = ", image";
  private static final String HOST = ", image, host";
  private static final String HOST_GRPC = ", image, host, gRPC";
  private static final String START = "kiln fn run, one resource";

  private final Workplace place;
  private final Table table = new Table();

  private FnRuns(Workplace place) {
    this.place = place;
  }

  public static void main(String[] args) throws Exception {
    int rounds = Rounds.of(args, USAGE, 3, 11);
    boolean met;
    try (var place = new Workplace(Path.of(args[0]), args[1])) {
      met = new FnRuns(place).run(place.hasContainers(), rounds);
    }
    System.exit(met ? 0 : 1);
  }

  private boolean run(boolean containers, int rounds) throws Exception {
    if (!containers) {
      System.out.println("podman and buildah do not work here: no row has a container\n");
      rows("exec: {path: " + program() + "}", "exec: " + program(), EXEC, List.of());
      table.measure(rounds);
      return table.tell(musts());
    }
    var flags = List.of("--engine", "podman", "--allow-image", "**");
    try (var host = new Host(place, flags)) {
      rows("exec: {path: " + program() + "}", "exec: " + program(), EXEC, List.of());
      String image = "container: {image: " + Workplace.IMAGE + "}";
      rows(image, "image: " + Workplace.IMAGE, IMAGE, List.of("-i", Workplace.IMAGE));
      for (String address : List.of("unix://" + place.socket(), host.grpcAddress())) {
        List<String> kiln = kiln("--host", address);
        String name = KILN + (address.startsWith("unix") ? HOST : HOST_GRPC);
        row(name, Shop.declared(image), kiln, () -> host.awaitIdle(Workplace.IMAGE));
      }
      start();
      table.measure(rounds);
    }
    return table.tell(musts());
  }

  private String program() {
    return place.peer("set-labels").toString();
  }

  private List<String> kiln(String... flags) {
    return Stream.concat(
            Stream.of(place.kiln(), "fn", "run", "--enable-exec", "--engine", "podman"),
            Stream.of(flags))
        .toList();
  }

  private void rows(String function, String mutator, String kind, List<String> eval) {
    row(KILN + kind, Shop.declared(function), kiln(), () -> {});
    List<String> kustomize =
        List.of(place.peer("kustomize").toString(), "fn", "run", "--enable-exec");
    row(KUSTOMIZE + kind, Shop.declared(function), kustomize, () -> {});
    Optional<Path> kpt = Workplace.find("kpt");
    if (kpt.isPresent()) {
      List<String> render = List.of(kpt.get().toString(), "fn", "render", "--allow-exec");
      row(RENDER + kind, Shop.kptfile(mutator), render, () -> {});
      List<String> how = eval.isEmpty() ? List.of("--exec", program()) : eval;
      three(EVAL + kind, Shop.kptfile(mutator), kpt.get().toString(), how);
    }
  }

  /** Once, on one resource: what the command itself takes. */
  private void start() throws IOException {
    var small = new Shop(place.folder("small"), 1, List.of("README", "one"));
    small.restore();
    List<String> command =
        List.of(place.kiln(), "fn", "run", small.folder().toString(), "--exec", "/bin/cat");
    table.add(new Row(START, () -> succeed(START, command), () -> {}));
  }

  private void row(String name, List<String> extra, List<String> command, Row.Run after) {
    var over = new Shop(place.folder(name.replaceAll("\\W+", "-")), RESOURCES, extra);
    var words = new ArrayList<>(command);
    words.add(over.folder().toString());
    add(name, over, () -> succeed(name, words), after);
  }

  private void three(String name, List<String> extra, String kpt, List<String> how) {
    var over = new Shop(place.folder(name.replaceAll("\\W+", "-")), RESOURCES, extra);
    add(
        name,
        over,
        () -> {
          for (String argument : Shop.arguments()) {
            var words = new ArrayList<>(List.of(kpt, "fn", "eval", over.folder().toString()));
            words.addAll(how);
            words.addAll(List.of("--", argument));
            succeed(name, words);
          }
        },
        () -> {});
  }

  private void add(String name, Shop over, Row.Run run, Row.Run after) {
    over.restore();
    table.add(
        new Row(
            name,
            run,
            () -> {
              over.check(name);
              over.restore();
              after.run();
            }));
  }

  private void succeed(String name, List<String> command) throws Exception {
    Workplace.Ended ended = place.run(command);
    if (ended.exit() != 0) {
      throw new IllegalStateException(name + ": exit code " + ended.exit() + ": " + ended.err());
    }
  }

  // --- What is required -------------------------------------------------------------------------

  private List<Must> musts() {
    var musts = new ArrayList<Must>();
    for (String other : List.of(KUSTOMIZE, RENDER, EVAL)) {
      most(musts, KILN + EXEC, other + EXEC, 1);
      most(musts, KILN + HOST, other + IMAGE, 0.2);
    }
    table
        .find(START)
        .ifPresent(row -> musts.add(Must.atMost(START, row.median(), 150, "milliseconds")));
    return musts;
  }

  private void most(List<Must> musts, String name, String than, double times) {
    Optional<Row> row = table.find(name);
    Optional<Row> other = table.find(than);
    if (row.isPresent() && other.isPresent()) {
      double bound = times * other.get().median();
      musts.add(Must.atMost(name, row.get().median(), bound, times + " times " + than));
    }
  }
}
