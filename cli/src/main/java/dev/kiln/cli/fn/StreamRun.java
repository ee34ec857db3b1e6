package dev.kiln.cli.fn;

import dev.kiln.client.ExecutionOptions;
import dev.kiln.client.Functions;
import dev.kiln.client.PackageSource;
import dev.kiln.client.Run;
import dev.kiln.client.RunOptions;
import dev.kiln.client.Step;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.UsageException;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs functions over a list from stdin and writes the list to stdout. No files are used. */
final class StreamRun {
  private static final List<Flag> OF_FOLDERS =
      List.of(
          RunFlags.DRY_RUN,
          RunFlags.OUTPUT,
          RunFlags.RESULTS_DIR,
          RunFlags.RESULTS_FORMAT,
          RunFlags.FORMAT,
          RunFlags.INCLUDE_KPTFILE,
          RunFlags.STRICT);

  private final FlagValues values;
  private final FunctionChoice choice;
  private final RunReport report;

  StreamRun(FlagValues values, FunctionChoice choice, RunReport report) {
    this.values = values;
    this.choice = choice;
    this.report = report;
  }

  int run(ExecutionOptions place, RunOptions options) {
    for (Flag flag : OF_FOLDERS) {
      if (values.isGiven(flag)) {
        throw new UsageException(flag.name() + " is for a folder, and DIR is - (expected: a DIR)");
      }
    }
    ResourceList list;
    try {
      list = read();
    } catch (BadInput e) {
      return report.fail("stdin: " + e.getMessage());
    } catch (IOException e) {
      return report.fail("stdin cannot be read: " + e.getMessage());
    }
    var warnings = new ArrayList<String>();
    List<Step> steps = steps(list, warnings);
    warnings.forEach(report::warn);
    try (var functions = Functions.open(place)) {
      Run run = InterruptNotice.reportingInterrupts(() -> functions.run(list, steps, options));
      if (run.fatal().isPresent()) {
        return report.fail(
            RunReport.labelWithDeclaration(run.fatal().get().step())
                + " failed; nothing was written");
      }
      byte[] bytes = run.onto(list).bytes();
      System.out.write(bytes, 0, bytes.length);
      return run.isSuccess() ? 0 : 1;
    }
  }

  static ResourceList read() throws IOException {
    return PackageSource.read(System.in.readAllBytes());
  }

  /**
   * Returns the steps. A function of the command line without arguments uses the functionConfig of
   * the list.
   */
  private List<Step> steps(ResourceList list, List<String> warnings) {
    List<Step> steps = StepResolver.of(values, choice, PackageSource.items(list), warnings);
    boolean own = !values.afterDoubleDash().isEmpty() || values.isGiven(RunFlags.FN_CONFIG);
    return own || list.functionConfig().isAbsent()
        ? steps
        : steps.stream().map(step -> configured(step, list)).toList();
  }

  private static Step configured(Step step, ResourceList list) {
    Resource config = list.functionConfig().resource().orElseThrow();
    return step.declaredBy() == null ? step.withConfig(config) : step;
  }
}
