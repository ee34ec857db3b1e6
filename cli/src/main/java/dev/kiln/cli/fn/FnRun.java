package dev.kiln.cli.fn;

import dev.kiln.client.ExecutionOptions;
import dev.kiln.client.Functions;
import dev.kiln.client.ItemChange;
import dev.kiln.client.Run;
import dev.kiln.client.RunOptions;
import dev.kiln.client.Step;
import dev.kiln.client.StepRun;
import dev.kiln.client.files.PackageException;
import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.files.ReadOptions;
import dev.kiln.client.files.WritePlan;
import dev.kiln.client.results.Form;
import dev.kiln.client.results.ResultsFolder;
import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.runtime.kind.ShellWords;
import dev.kiln.runtime.kind.named.NamedFunction;
import dev.kiln.server.LimitFlags;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code kiln fn run}. */
final class FnRun {
  static final String NAME = "run";

  private static final int CHANGES = 2;

  private final FlagValues values;
  private final FunctionChoice choice;
  private final RunReport report;
  private final RunJson json = new RunJson();

  private FnRun(FlagValues values, FunctionChoice choice) {
    this.values = values;
    this.choice = choice;
    this.report =
        new RunReport(TerminalStyle.ofStderr())
            .explaining(values.isOn(RunFlags.EXPLAIN))
            .loggingSteps(values.isOn(RunFlags.LOG_STEPS));
  }

  static int run(List<String> args, FunctionKinds kinds) {
    var choice = new FunctionChoice(kinds);
    Flags flags = RunFlags.all(choice.flags());
    FlagValues values;
    String folder;
    try {
      values = flags.parse(args, System.getenv());
      if (values.help()) {
        System.out.print(USAGE + RunFlags.help(choice.flags()));
        return 0;
      }
      refuseEmpty(values, flags);
      folder = folder(values);
    } catch (UsageException e) {
      if (RunOutputFormat.isJsonRequested(args)) {
        System.out.print(new RunJson().text(List.of(), List.of(String.valueOf(e.getMessage()))));
      }
      throw e;
    }
    var run = new FnRun(values, choice);
    return folder.equals("-") ? run.runStream() : run.runWithOutput(Path.of(folder));
  }

  /**
   * Refuses empty values. They usually come from a variable that is not set, and the run would not
   * do what was meant.
   */
  private static void refuseEmpty(FlagValues values, Flags flags) {
    for (Flag flag : flags.known()) {
      if (values.isGivenEmpty(flag)) {
        throw new UsageException(flag.name() + " is empty");
      }
    }
  }

  private static String folder(FlagValues values) {
    List<String> words = values.words();
    if (words.size() > 1) {
      throw new UsageException(
          "unexpected argument: "
              + words.get(1)
              + " (expected: one DIR; arguments of the function stand behind --)");
    }
    return words.isEmpty() ? "." : words.getFirst();
  }

  // --- A folder ---------------------------------------------------------------------------------

  /**
   * Runs on a folder. With JSON output it prints JSON in every case, so that a program always gets
   * something to read.
   */
  private int runWithOutput(Path dir) {
    if (RunOutputFormat.of(values) != RunOutputFormat.JSON) {
      return runFolder(dir);
    }
    var errors = new ArrayList<String>();
    try {
      return runFolder(dir);
    } catch (RuntimeException e) {
      errors.add(e.getMessage() == null ? e.toString() : e.getMessage());
      throw e;
    } finally {
      errors.addAll(0, report.errors());
      System.out.print(json.text(report.warnings(), errors));
    }
  }

  private int runFolder(Path dir) {
    Form form = form();
    RunOutputFormat format = RunOutputFormat.of(values);
    try (var functions = Functions.open(place())) {
      PackageFolder folder =
          writesInPlace(format)
              ? PackageFolder.recoverAndRead(dir, readOptions(values))
              : PackageFolder.read(dir, readOptions(values));
      folder.warnings().forEach(report::warn);
      var warnings = new ArrayList<String>();
      List<Step> steps = StepResolver.of(values, choice, folder.items(), warnings);
      warnings.forEach(report::warn);
      if (!values.isGiven(RunFlags.FN_PATH) && steps.stream().allMatch(FnRun::isDeclared)) {
        KptfilePipeline.findWarnings(dir, folder.items()).forEach(report::warn);
      }
      refuseOutput(dir);
      if (writesInPlace(format)) {
        folder.requireOneFileSystem();
      }
      Optional<ResultsFolder> results = results(dir);
      Run run = InterruptNotice.reportingInterrupts(() -> functions.run(folder, steps, options()));
      if (results.isPresent()) {
        results.get().write(ResultsConversion.of(run), run.isSuccess() ? 0 : 1, form);
      }
      return end(folder, run, format, results);
    }
  }

  private boolean writesInPlace(RunOutputFormat format) {
    return !format.printsResources()
        && !values.isOn(RunFlags.DRY_RUN)
        && !values.isGiven(RunFlags.OUTPUT);
  }

  private int end(
      PackageFolder folder, Run run, RunOutputFormat format, Optional<ResultsFolder> results) {
    json.setRun(run);
    if (format.printsResources()) {
      return print(run, format);
    }
    Optional<WritePlan> plan = Optional.empty();
    boolean dry = values.isOn(RunFlags.DRY_RUN);
    Optional<Path> other = values.find(RunFlags.OUTPUT).map(given -> Path.of(given.value()));
    int copied = 0;
    if (run.fatal().isEmpty()) {
      try {
        plan = Optional.of(folder.plan(run.placed()));
        json.setPlan(plan.get(), dry);
        if (!dry && other.isEmpty() && refusesDeletion(plan.get(), run, folder.root())) {
          return report.fail("nothing was written");
        }
        copied = dry ? 0 : write(plan.get(), other);
      } catch (PackageException e) {
        e.problems().forEach(problem -> report.fail(problem + placedBy(run, problem)));
        return report.fail("nothing was written");
      }
    }
    if (dry) {
      plan.flatMap(it -> DeletionCheck.findDoubt(values, it, folder.root()))
          .ifPresent(report::warn);
    }
    if (dry && format == RunOutputFormat.TEXT) {
      plan.ifPresent(it -> System.out.print(it.diff(TerminalStyle.ofStdout().colour())));
    }
    results.ifPresent(report::results);
    if (copied > 0) {
      report.copied(run, plan.orElseThrow(), copied, other.orElseThrow());
    } else {
      report.summary(run, plan, dry, folder.root());
    }
    if (!run.isSuccess()) {
      return 1;
    }
    return dry && plan.isPresent() && !plan.get().isEmpty() ? CHANGES : 0;
  }

  /** Reports a deletion that nobody may have meant. */
  private boolean refusesDeletion(WritePlan plan, Run run, Path folder) {
    if (!run.isSuccess() && plan.deletesAll()) {
      report.fail(
          "all resources in "
              + folder
              + " would be deleted although a function failed (expected: no failure)");
      return true;
    }
    Optional<String> problem = DeletionCheck.findProblem(values, plan, folder);
    problem.ifPresent(report::fail);
    return problem.isPresent();
  }

  private static boolean isDeclared(Step step) {
    return step.declaredBy() != null;
  }

  private int print(Run run, RunOutputFormat format) {
    if (run.fatal().isPresent()) {
      return report.fail(
          RunReport.labelWithDeclaration(run.fatal().get().step())
              + " failed; nothing was printed");
    }
    byte[] bytes =
        format == RunOutputFormat.STDOUT
            ? PrintedResources.list(run)
            : PrintedResources.documents(run);
    System.out.write(bytes, 0, bytes.length);
    return run.isSuccess() ? 0 : 1;
  }

  /** Returns the last function that put an item at an invalid place. */
  private static String placedBy(Run run, String problem) {
    for (StepRun step : run.steps().reversed()) {
      for (ItemChange change : step.changes()) {
        if (change.kind() != ItemChange.Kind.DELETED && problem.startsWith(change.path() + ": ")) {
          return ", placed by " + RunReport.labelWithDeclaration(step.step());
        }
      }
    }
    return "";
  }

  /** Writes the files; returns how many files the other folder has, if there is one. */
  private int write(WritePlan plan, Optional<Path> other) {
    int copied = 0;
    if (other.isPresent()) {
      copied = plan.writeTo(other.get());
    } else {
      plan.warnings().forEach(report::warn);
      plan.write();
    }
    if (other.isPresent() || !plan.isEmpty()) {
      json.setWritten();
    }
    return copied;
  }

  /** Refuses invalid output flags before any function runs. */
  private void refuseOutput(Path dir) {
    if (RunOutputFormat.of(values).printsResources()) {
      for (Flag flag : List.of(RunFlags.OUTPUT, RunFlags.DRY_RUN)) {
        if (values.isGiven(flag)) {
          throw new UsageException(
              flag.name()
                  + " and --format "
                  + values.find(RunFlags.FORMAT).orElseThrow().value()
                  + " are both given (expected: one of them)");
        }
      }
    }
    Optional<FlagValues.Given> output = values.find(RunFlags.OUTPUT);
    if (output.isPresent()) {
      outside(dir, output.get(), "the next run would find the package twice");
      String[] there = Path.of(output.get().value()).toFile().list();
      if (there != null && there.length > 0) {
        throw output.get().invalid("a new or an empty folder");
      }
    }
  }

  private static Path outside(Path dir, FlagValues.Given given, String why) {
    Path other = Path.of(given.value());
    if (other.toAbsolutePath().normalize().startsWith(dir.toAbsolutePath().normalize())) {
      throw given.invalid("a folder outside of " + dir + ", where " + why);
    }
    return other;
  }

  private Optional<ResultsFolder> results(Path dir) {
    Optional<FlagValues.Given> given = values.find(RunFlags.RESULTS_DIR);
    if (given.isEmpty() && values.isGiven(RunFlags.RESULTS_FORMAT)) {
      throw new UsageException("--results-format without --results-dir (expected: both)");
    }
    return given.map(
        it -> ResultsFolder.create(outside(dir, it, "results would become resources")));
  }

  private Form form() {
    Optional<FlagValues.Given> given = values.find(RunFlags.RESULTS_FORMAT);
    return switch (given.map(FlagValues.Given::value).orElse("spec")) {
      case "spec" -> Form.SPECIFIED;
      case "raw" -> Form.RAW;
      default -> throw given.orElseThrow().invalid("spec or raw");
    };
  }

  // --- stdin and stdout -------------------------------------------------------------------------

  private int runStream() {
    return new StreamRun(values, choice, report).run(place(), options());
  }

  // --- How --------------------------------------------------------------------------------------

  static ReadOptions readOptions(FlagValues values) {
    return new ReadOptions(values.isOn(RunFlags.INCLUDE_KPTFILE), values.isOn(RunFlags.STRICT));
  }

  private RunOptions options() {
    return RunOptions.defaults()
        .withKeepOnEmpty(values.isOn(RunFlags.KEEP_ON_EMPTY))
        .withAllowErrorResults(values.isOn(RunFlags.ALLOW_ERROR_RESULTS))
        .withStrictSeverity(values.isOn(RunFlags.STRICT_SEVERITY))
        .withExplain(values.isOn(RunFlags.EXPLAIN))
        .withRawResults(values.find(RunFlags.RESULTS_FORMAT).isPresent() && form() == Form.RAW)
        .withListener(report);
  }

  private ExecutionOptions place() {
    ExecutionOptions place =
        ExecutionOptions.local()
            .forSingleRun()
            .withKinds(choice.kinds())
            .withLimits(LimitFlags.limits(values, false))
            .asCurrentUser(values.isOn(RunFlags.AS_CURRENT_USER));
    Optional<FlagValues.Given> host = values.find(RunFlags.HOST);
    Optional<FlagValues.Given> engine = values.find(RunFlags.ENGINE);
    if (engine.isPresent()) {
      place =
          place.withEngine(
              ShellWords.of(engine.get().value())
                  .orElseThrow(() -> engine.get().invalid("a command, quotes in pairs")));
    }
    if (host.isPresent()) {
      return HostFlag.into(place, host.get());
    }
    return choice.isGiven(values, NamedFunction.class)
        ? place.withFunctions(
            dev.kiln.sdk.loading.FunctionLoader.findAll(FnRun.class.getClassLoader()).stream()
                .map(JavaRunner::register)
                .toList())
        : place;
  }

  private static final String USAGE =
      """
      usage: kiln fn run [DIR] [flags] [-- ARGUMENTS]

      Runs functions over the resources in DIR and writes the changed files: all of them, or none if
      a function fails. Unchanged lines stay as they are.

      If the command line names no function, the functions run that resources in DIR declare in the
      annotation config.kubernetes.io/function. Each of them gets the resources of its folder and of
      the folders below. Functions in the deepest folders run first.

      ARGUMENTS are the functionConfig of the function on the command line: k=v … for a ConfigMap with
      data, Kind k=v … or group/version/Kind k=v … for an object of that kind with spec.

      Without DIR, it uses the current folder. With - as DIR, it reads a ResourceList from stdin and
      writes one to stdout.

      Exit code: 0 if all went well, 1 if not, 2 if --dry-run found changes, 130 if Ctrl-C ended it.

      Examples:
        kiln fn run my-package
        kiln fn run my-package --function set-labels -- tier=web
        kiln fn run my-package --image example.com/check:v1 --results-dir results --dry-run
      """;
}
