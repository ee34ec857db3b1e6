package dev.kiln.bench.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Fuzzes the targets with Jazzer, each in a process of its own. */
final class Fuzz {
  private static final int TIMEOUT_SECONDS = 30;
  private static final int MAX_INPUT = 8 << 10;

  private static final String ANY_INPUTS = "-seed=0";

  /** A test tries the same inputs each time: what it finds comes from what was changed. */
  private static final String SAME_INPUTS = "-seed=23";

  /** How many seeds of each target there are if all are fuzzed together. */
  private static final int FEW_SEEDS = 30;

  /** Takes each connection to a socket for a finding. */
  private static final String CONNECTS =
      "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery";

  private final Path corpora;
  private final Map<String, FuzzTarget> targets = FuzzTargets.all();

  /**
   * @param corpora the folder for the inputs that reach new code, and for findings
   */
  Fuzz(Path corpora) {
    this.corpora = corpora;
  }

  /**
   * Fuzzes, and ends with 1 if something was found.
   *
   * @param args the folder for inputs and findings, the minutes for each target, and names of
   *     targets; all of them without a name
   */
  public static void main(String[] args) throws Exception {
    var fuzz = new Fuzz(Path.of(args[0]));
    List<String> names =
        args.length > 2
            ? List.of(args).subList(2, args.length)
            : List.copyOf(fuzz.targets.keySet());
    if (!args[1].matches("[1-9]\\d{0,3}") || !fuzz.targets.keySet().containsAll(names)) {
      System.err.println(
          "bench/fuzz [MINUTES [TARGET...]] (expected: targets of " + fuzz.targets.keySet() + ")");
      System.exit(2);
    }
    boolean isClean = true;
    for (String name : names) {
      isClean &= fuzz.run(name, 60 * Integer.parseInt(args[1]));
    }
    System.exit(isClean ? 0 : 1);
  }

  /** Fuzzes one target, and returns whether nothing was found, now or before. */
  boolean run(String name, int seconds) throws Exception {
    Path seeds = newFolder(name + "-seeds");
    int i = 0;
    for (byte[] seed : Objects.requireNonNull(targets.get(name)).seeds()) {
      Files.write(seeds.resolve(Integer.toString(i++)), seed);
    }
    return runJazzer(name, seeds, seconds, "-D" + Fuzzer.TARGET + "=" + name, ANY_INPUTS);
  }

  /** Fuzzes all targets at once in one process, and returns whether nothing was found. */
  boolean runAll(int seconds) throws Exception {
    Path seeds = newFolder("all-seeds");
    int target = 0;
    for (FuzzTarget each : targets.values()) {
      List<byte[]> all = each.seeds();
      int step = Math.max(1, all.size() / FEW_SEEDS);
      for (int i = 0; i < all.size(); i += step) {
        byte[] seed = all.get(i);
        byte[] withTarget = new byte[seed.length + 1];
        withTarget[0] = (byte) target;
        System.arraycopy(seed, 0, withTarget, 1, seed.length);
        Files.write(seeds.resolve(target + "-" + i), withTarget);
      }
      target++;
    }
    return runJazzer("all", seeds, seconds, "-XX:TieredStopAtLevel=1", SAME_INPUTS);
  }

  private Path newFolder(String name) throws IOException {
    return Files.createDirectories(corpora.resolve(name));
  }

  private boolean runJazzer(String name, Path seeds, int seconds, String jvmFlag, String seed)
      throws IOException, InterruptedException {
    Path findings = newFolder(name + "-findings");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        Arrays.asList(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:+EnableDynamicAgentLoading",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dkiln.top=" + RepositoryCases.TOP,
            jvmFlag,
            "-cp",
            System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + Fuzzer.class.getName(),
            "--instrumentation_includes=dev.kiln.**",
            "--custom_hook_includes=dev.kiln.**",
            "--disabled_hooks=" + CONNECTS,
            "--instrumentation_excludes=dev.kiln.bench.**",
            "--reproducer_path=" + findings,
            "-artifact_prefix=" + findings + "/",
            "-max_total_time=" + seconds,
            seed,
            "-timeout=" + TIMEOUT_SECONDS,
            "-max_len=" + MAX_INPUT,
            "-rss_limit_mb=0",
            "--keep_going=10",
            newFolder(name).toString(),
            seeds.toString()));
    int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
    try (Stream<Path> found = Files.list(findings)) {
      return exitCode == 0 && found.findAny().isEmpty();
    }
  }
}
