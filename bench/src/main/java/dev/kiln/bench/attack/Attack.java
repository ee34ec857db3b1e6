package dev.kiln.bench.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Attacks hosts of several heap sizes, prints one table, and fails if a host died, a quiet caller
 * beside the attack was refused, got a wrong answer or waited long, or an answer was 500.
 */
final class Attack {
  private static final int SMALL = 2_000;
  private static final double LONGER = 20;

  /** Only the attacks with these names, as a regular expression. */
  private static final String CHOSEN = System.getenv().getOrDefault("KILN_ATTACKS", ".*");

  private final int seconds;
  private final List<String> wrong = new ArrayList<>();
  private final List<String> slow = new ArrayList<>();

  Attack(int seconds) {
    this.seconds = seconds;
  }

  /**
   * Attacks, prints, and ends with 1 if something was missed.
   *
   * @param args the seconds for each attack, and the sizes of heaps, as 128m
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 2 || !args[0].matches("[1-9]\\d{0,4}")) {
      System.err.println("bench/attack SECONDS HEAP... (expected: as 5 128m 256m)");
      System.exit(2);
    }
    var attack = new Attack(Integer.parseInt(args[0]));
    System.out.println("| heap | attack | answers | p99 of the quiet caller, ms | resident, MB |");
    System.out.println("|---|---|---|---:|---:|");
    for (String heap : List.of(args).subList(1, args.length)) {
      attack.attackHost(heap);
    }
    System.exit(attack.wrong.isEmpty() && attack.slow.isEmpty() ? 0 : 1);
  }

  /** What a host or a caller must never meet, and did. */
  List<String> wrong() {
    return wrong;
  }

  void attackHost(String heap) throws Exception {
    try (var host = Servers.kiln(Servers.CLASS_PATH, List.of("-Xmx" + heap), "--log-calls=none")) {
      GeneratedList list = GeneratedList.ofSize(SMALL);
      InetSocketAddress http = host.address(Door.HTTP);
      var caller = new QuietCaller(http, list.bytes(), list.labelled(_ -> true));
      var _ = caller.callWhile(during(seconds)); // warms up
      QuietCaller.Experience quiet = caller.callWhile(during(seconds));
      require(wrong, quiet.wrong() + quiet.refused() == 0, "the quiet caller alone");
      System.out.printf("| %s | none | | %.2f | %d |%n", heap, quiet.p99(), megabytes(host));
      int limit = limit(http);
      try (var attackers = AttackerProcess.start(http, host.address(Door.GRPC), limit, seconds)) {
        for (String attack : attackers.attacks()) {
          if (attack.matches(CHOSEN)) {
            run(heap, attack, attackers, host, caller, quiet);
          }
        }
      }
    }
  }

  /** The size of the largest list, from the refusal of one that is far larger. */
  private static int limit(InetSocketAddress http) throws IOException {
    try (var wire = new Wire(http)) {
      wire.send(Wire.head(1L << 40));
      String text = new String(wire.read().body(), UTF_8);
      return Integer.parseInt(text.replaceFirst("(?s).*limit of (\\d+) bytes.*", "$1"));
    }
  }

  private void run(
      String heap,
      String name,
      AttackerProcess attackers,
      ServerProcess host,
      QuietCaller caller,
      QuietCaller.Experience quiet)
      throws Exception {
    CompletableFuture<Answers> attack = attackers.attack(name);
    QuietCaller.Experience met = caller.callWhile(during(seconds));
    Answers answers = attack.get(5, TimeUnit.MINUTES);
    System.out.printf(
        "| %s | %s | %s | %.2f | %d |%n", heap, name, answers, met.p99(), megabytes(host));
    require(wrong, met.wrong() == 0, name + ": " + met.wrong() + " wrong answers");
    require(
        wrong,
        met.refused() == 0,
        name + ": the quiet caller was refused " + met.refused() + " times");
    require(
        slow,
        met.p99() <= LONGER * quiet.p99(),
        "%s: a p99 of %.1f ms, %.1f ms without attack".formatted(name, met.p99(), quiet.p99()));
    long smuggled = answers.count(HttpAttacks.SMUGGLED);
    require(wrong, smuggled == 0, name + ": " + smuggled + " answers to hidden requests");
    require(wrong, answers.count("500") == 0, name + ": " + answers.count("500") + " answers 500");
  }

  private static BooleanSupplier during(int seconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    return () -> System.nanoTime() < end;
  }

  private static long megabytes(ServerProcess host) {
    return host.figures().residentBytes() / 1_000_000;
  }

  private static void require(List<String> missed, boolean isMet, String what) {
    if (!isMet) {
      System.out.println("missed: " + what);
      missed.add(what);
    }
  }
}
