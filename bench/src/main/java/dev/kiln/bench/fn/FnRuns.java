package dev.kiln.bench.fn;

import dev.kiln.bench.load.Must;
import dev.kiln.bench.warm.Host;
import dev.kiln.bench.warm.Rounds;
import dev.kiln.bench.warm.Row;
import dev.kiln.bench.warm.Table;
import dev.kiln.bench.warm.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs three functions over a package of a thousand resources: with kiln fn run, kustomize fn run
 * and kpt, as programs and as containers. Prints one table and the limits, and fails if a limit is
 * missed.
 */
final class FnRuns {
  private static final String USAGE =
      "usage: bench/fn [--quick]\n\n  --quick   one round: a look, no record\n";
  private static final int RESOURCES = 1_000;

  /** Our image, built by bench/fn. It can also run as a server. */
  private static final String SERVER = "localhost/kiln-bench/fn-server";

  private static final String KILN = "kiln fn run";
  private static final String HOST = ", host over HTTP";
  private static final String HOST_GRPC = ", host over gRPC";
  private static final String KUSTOMIZE = "kustomize fn run";
  private static final String EVAL = "kpt fn eval, three times";
  private static final String RENDER = "kpt fn render";
  private static final String ALONE = "the Go program alone, three times";
  private static final String START = "kiln fn run, one resource";

  /**
   * A way to declare the functions.
   *
   * @param declared the declaration in an annotation
   * @param mutator the declaration in a Kptfile
   * @param eval the arguments of kpt fn eval
   */
  private record Kind(String name, String declared, String mutator, List<String> eval) {
    static Kind image(String name, String image) {
      String declared = "container: {image: " + image + "}";
      return new Kind(name, declared, "image: " + image, List.of("-i", image));
    }

    static Kind exec(String program) {
      String declared = "exec: {path: " + program + "}";
      return new Kind("exec", declared, "exec: " + program, List.of("--exec", program));
    }

    String rowName(String who) {
      return name + ": " + who;
    }
  }

  private final Workplace place;
  private final Kind exec;
  private final Kind goImage = Kind.image("image in Go", Workplace.IMAGE);
  private final Kind ourImage = Kind.image("image of ours", SERVER);
  private final Table table = new Table();

  private FnRuns(Workplace place) {
    this.place = place;
    this.exec = Kind.exec(place.peer("set-labels").toString());
  }

  public static void main(String[] args) throws Exception {
    int rounds = Rounds.of(args, USAGE, 1, 7);
    boolean met;
    try (var place = new Workplace(Path.of(args[0]), args[1])) {
      met = new FnRuns(place).run(place.hasContainers(), rounds);
    }
    System.exit(met ? 0 : 1);
  }

  private boolean run(boolean containers, int rounds) throws Exception {
    addStartRow();
    addGoProgramRow();
    addRows(exec);
    if (!containers) {
      System.out.println("podman and buildah do not work here: no row has a container\n");
      table.measure(1, rounds);
      return table.print(requirements());
    }
    try (var host = new Host(place, List.of("--engine", "podman", "--allow-image", "**"))) {
      addHostRows(goImage, host, () -> host.awaitIdle(Workplace.IMAGE));
      addHostRows(ourImage, host, () -> {}); // one server, which stays
      table.measure(1, rounds);
    }
    return table.print(requirements());
  }

  // --- Rows -------------------------------------------------------------------------------------

  private void addRows(Kind kind) {
    addRow(kind, KILN, Shop.declared(kind.declared), kiln(), () -> {});
    List<String> kustomize =
        List.of(place.peer("kustomize").toString(), "fn", "run", "--enable-exec");
    addRow(kind, KUSTOMIZE, Shop.declared(kind.declared), kustomize, () -> {});
    Workplace.find("kpt").ifPresent(kpt -> addKptRows(kind, kpt.toString()));
  }

  private void addKptRows(Kind kind, String kpt) {
    List<String> render = List.of(kpt, "fn", "render", "--allow-exec");
    addRow(kind, RENDER, Shop.kptfile(kind.mutator), render, () -> {});
    String name = kind.rowName(EVAL);
    var shop = shop(name, Shop.kptfile(kind.mutator));
    add(
        name,
        shop,
        () -> {
          for (String argument : Shop.arguments()) {
            var words = new ArrayList<>(List.of(kpt, "fn", "eval", shop.folder().toString()));
            words.addAll(kind.eval);
            words.addAll(List.of("--", argument));
            runSuccessfully(name, words);
          }
        },
        () -> {});
  }

  /**
   * @param after runs after each run, so that nothing still starts while the next row is measured
   */
  private void addHostRows(Kind kind, Host host, Row.Run after) {
    addRows(kind);
    List<String> declared = Shop.declared(kind.declared);
    addRow(kind, KILN + HOST, declared, kiln("--host", "unix://" + place.socket()), after);
    addRow(kind, KILN + HOST_GRPC, declared, kiln("--host", host.grpcAddress()), after);
  }

  private List<String> kiln(String... flags) {
    return Stream.concat(
            Stream.of(place.kiln(), "fn", "run", "--enable-exec", "--engine", "podman"),
            Stream.of(flags))
        .toList();
  }

  private void addRow(
      Kind kind, String who, List<String> extra, List<String> command, Row.Run after) {
    String name = kind.rowName(who);
    var shop = shop(name, extra);
    var words = new ArrayList<>(command);
    words.add(shop.folder().toString());
    add(name, shop, () -> runSuccessfully(name, words), after);
  }

  private Shop shop(String name, List<String> extra) {
    return new Shop(place.folder(name.replaceAll("\\W+", "-")), RESOURCES, extra);
  }

  private void add(String name, Shop shop, Row.Run run, Row.Run after) {
    shop.restore();
    table.add(
        new Row(
            name,
            run,
            () -> {
              shop.check(name);
              shop.restore();
              after.run();
            }));
  }

  /** Adds a row for one resource, which shows the time of the command itself. */
  private void addStartRow() throws IOException {
    var small = new Shop(place.folder("small"), 1, List.of("README", "one"));
    small.restore();
    List<String> command =
        List.of(place.kiln(), "fn", "run", small.folder().toString(), "--exec", "/bin/cat");
    table.add(new Row(START, () -> runSuccessfully(START, command), () -> {}));
  }

  /**
   * Adds a row for the Go program on the whole list, the least time that any orchestrator needs.
   */
  private void addGoProgramRow() throws Exception {
    var shop = shop("alone", List.of("README", "alone"));
    shop.restore();
    Path list = place.folder("alone.yaml");
    String items =
        runSuccessfully(ALONE, List.of(place.kiln(), "fn", "source", shop.folder().toString()));
    Files.writeString(
        list, items + "functionConfig: {apiVersion: v1, kind: ConfigMap, data: {team: a}}\n");
    String program = place.peer("set-labels").toString();
    List<String> command = List.of("sh", "-c", program + " <" + list + " >/dev/null");
    table.add(
        new Row(
            ALONE,
            () -> {
              for (int i = 0; i < Shop.arguments().size(); i++) {
                runSuccessfully(ALONE, command);
              }
            },
            () -> {}));
  }

  private String runSuccessfully(String name, List<String> command) throws Exception {
    Workplace.Ended ended = place.run(command);
    if (ended.exit() != 0) {
      throw new IllegalStateException(name + ": exit code " + ended.exit() + ": " + ended.err());
    }
    return ended.out();
  }

  // --- What is required -------------------------------------------------------------------------

  private List<Must> requirements() {
    var musts = new ArrayList<Must>();
    for (String other : List.of(KUSTOMIZE, RENDER, EVAL)) {
      requireAtMost(musts, exec.rowName(KILN), 1, exec.rowName(other));
      requireAtMost(musts, ourImage.rowName(KILN + HOST), 0.2, ourImage.rowName(other));
      requireAtMost(musts, ourImage.rowName(KILN + HOST_GRPC), 0.2, ourImage.rowName(other));
    }
    musts.add(Must.atMost(START, median(START), 150, "milliseconds"));
    return musts;
  }

  private void requireAtMost(List<Must> musts, String name, double times, String than) {
    if (median(name) > 0 && median(than) > 0) {
      double bound = times * median(than);
      musts.add(Must.atMost(name, median(name), bound, times + " times " + than));
    }
  }

  /** 0 if there is no such row. */
  private double median(String name) {
    return table.find(name).map(Row::median).orElse(0.0);
  }
}
