package dev.kiln.bench.fn;

import com.sun.management.OperatingSystemMXBean;
import dev.kiln.client.ExecutionOptions;
import dev.kiln.client.Functions;
import dev.kiln.client.Run;
import dev.kiln.client.Step;
import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.ReadOptions;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.kind.named.NamedFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.loading.FunctionLoader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs three of our Java functions over a package of 10,000 resources in this process, as the
 * library and {@code kiln fn run --function} do, and prints the time of each part. It writes no
 * files.
 */
final class InProcess {
  private static final int RESOURCES = 10_000;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private InProcess() {}

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[1]);
    var shop = new Shop(Path.of(args[0]), RESOURCES, List.of("README.md", "ten thousand\n"));
    shop.restore();
    var times = new long[rounds][];
    var processor = new long[rounds][];
    try (var functions = Functions.open(options())) {
      for (int i = 0; i < rounds; i++) {
        long began = SYSTEM.getProcessCpuTime();
        times[i] = measure(shop.folder(), functions);
        processor[i] = new long[] {SYSTEM.getProcessCpuTime() - began};
      }
    }
    System.out.println("milliseconds: read, run, compare, plan, all");
    System.out.println("first round: " + text(times[0]));
    System.out.println("median behind: " + text(medians(times)));
    System.out.println("milliseconds of processor time, with the collector and the compiler: all");
    System.out.println("first round: " + text(processor[0]));
    System.out.println("median behind: " + text(medians(processor)));
  }

  private static ExecutionOptions options() {
    List<RegisteredFunction> all = new ArrayList<>();
    FunctionLoader.findAll(InProcess.class.getClassLoader())
        .forEach(each -> all.add(JavaRunner.register(each)));
    return ExecutionOptions.local().withFunctions(all);
  }

  private static long[] measure(Path folder, Functions functions) {
    long start = System.nanoTime();
    PackageFolder read = PackageFolder.read(folder, ReadOptions.defaults());
    long ran = System.nanoTime();
    Run run = functions.run(read, steps());
    long compared = System.nanoTime();
    var placed = run.placed();
    long planned = System.nanoTime();
    int changes = read.plan(placed).changes().size();
    long end = System.nanoTime();
    if (changes != RESOURCES) {
      throw new IllegalStateException(changes + " files would change");
    }
    return new long[] {ran - start, compared - ran, planned - compared, end - planned, end - start};
  }

  private static List<Step> steps() {
    return List.of(
        step("set-labels", "SetLabels", "labels: {team: a}"),
        step("set-annotations", "SetAnnotations", "annotations: {owner: b}"),
        step("set-namespace", "SetNamespace", "namespace: prod"));
  }

  private static Step step(String name, String kind, String config) {
    String text =
        "apiVersion: fn.kpt.dev/v1alpha1\nkind: %s\nmetadata: {name: it}\n%s\n"
            .formatted(kind, config);
    return Step.of(new NamedFunction(name)).withConfig(Resource.parse(text));
  }

  private static long[] medians(long[][] times) {
    var medians = new long[times[0].length];
    for (int part = 0; part < medians.length; part++) {
      int at = part;
      long[] sorted = Arrays.stream(times).skip(1).mapToLong(each -> each[at]).sorted().toArray();
      medians[part] = sorted[sorted.length / 2];
    }
    return medians;
  }

  private static String text(long[] nanos) {
    return String.join(
        ", ", Arrays.stream(nanos).mapToObj(each -> Long.toString(each / 1_000_000)).toList());
  }
}
