package dev.kiln.cli.fn;

import dev.kiln.client.ItemChange;
import dev.kiln.client.Run;
import dev.kiln.client.RunListener;
import dev.kiln.client.Step;
import dev.kiln.client.StepRun;
import dev.kiln.client.files.FileChange;
import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.WritePlan;
import dev.kiln.client.results.ResultsFolder;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports to a person on stderr how a run proceeds and how it ends. */
final class RunReport implements RunListener {
  private static final int LONGEST = 60;
  private static final int NAME = 36;

  /** Why a function was skipped. */
  static final String SKIPPED_MESSAGE = "not run: its selectors fit no item";

  private final TerminalStyle terminal;
  private final PrintStream out = System.err;
  private final List<String> warnings = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  RunReport(TerminalStyle terminal) {
    this.terminal = terminal;
  }

  void warn(String line) {
    warnings.add(line);
    out.println(terminal.yellow("warning: ") + UntrustedText.singleLine(line));
  }

  /** Reports why nothing was done; returns the exit code. */
  int fail(String why) {
    errors.add(why);
    out.println(terminal.red("error: ") + UntrustedText.singleLine(why));
    return 1;
  }

  /** The warnings so far. */
  List<String> warnings() {
    return warnings;
  }

  /** The errors so far. */
  List<String> errors() {
    return errors;
  }

  // --- While it runs ----------------------------------------------------------------------------

  @Override
  public synchronized void stepStarted(Step step) {
    if (loggingSteps) {
      out.println(terminal.faint("  … " + label(step)));
      return;
    }
    if (terminal.live()) {
      out.print("\r\u001b[K" + terminal.faint("  … " + label(step)));
      out.flush();
    }
  }

  @Override
  public synchronized void stepFinished(StepRun run) {
    if (terminal.live()) {
      out.print("\r\u001b[K");
    }
    out.println(line(run));
    log(run);
    run.results().forEach(result -> out.println("      " + resultLine(result)));
    if (run.unratedCount() > 0) {
      String results = StepResolver.count(run.unratedCount(), "result") + " without severity";
      out.println(
          terminal.faint(
              "      note: "
                  + results
                  + ", taken as info since the exit code is 0 (--strict-severity: as error)"));
    }
    run.changes().forEach(this::explain);
  }

  private String line(StepRun run) {
    String mark =
        run.isFailed()
            ? terminal.red("✗")
            : run.isSkipped() ? terminal.yellow("-") : terminal.green("✓");
    String label = label(run.step());
    return "  %s %s %8s  %s"
        .formatted(
            mark,
            label + " ".repeat(Math.max(0, NAME - label.length())),
            time(run.took()),
            outcome(run));
  }

  /**
   * Returns the step's label. A program is shown by its file name only, because its full path would
   * not fit on the screen.
   */
  private static String label(Step step) {
    FunctionSpec function = step.function();
    String label = step.label();
    String rest = label.substring(function.label().length());
    return UntrustedText.singleLine(function.shortLabel() + rest);
  }

  /**
   * Returns the label with the resource that declares the step, for a line that has room for it.
   */
  static String labelWithDeclaration(Step step) {
    PackageItem by = step.declaredBy();
    String label = label(step);
    if (by == null) {
      return label;
    }
    int place =
        label.length() - UntrustedText.singleLine(by.path() + ":" + by.line() + ")").length();
    Resource item = by.resource();
    String who = UntrustedText.singleLine(item.kind() + " " + item.name());
    return label.substring(0, place) + who + ", " + label.substring(place);
  }

  private String outcome(StepRun run) {
    if (run.isFailed()) {
      return terminal.red(failureReason(run)) + (run.isFatal() ? "" : " (deferred)");
    }
    return run.isSkipped() ? terminal.yellow(SKIPPED_MESSAGE) : changeSummary(run);
  }

  /**
   * Returns the reason of a failure, without the parts that this line or the next lines show
   * anyway.
   */
  private static String failureReason(StepRun run) {
    String name = run.step().function().label();
    String why =
        run.message().startsWith(name + " ")
            ? run.message().substring(name.length() + 1)
            : run.message();
    String log = run.log().strip();
    String last = ": " + log.substring(log.lastIndexOf('\n') + 1).strip();
    if (last.length() > 2 && why.endsWith(last)) {
      why = why.substring(0, why.length() - last.length());
    }
    if (ResultsConversion.hasFailedByResult(run)) {
      return "a result of severity error";
    }
    return why.isEmpty() ? "exit code " + run.exitCode() : UntrustedText.singleLine(why);
  }

  private static String changeSummary(StepRun run) {
    if (run.coveredSteps() == 0) {
      return "with the next";
    }
    var parts = new ArrayList<String>();
    for (ItemChange.Kind kind : ItemChange.Kind.values()) {
      if (run.count(kind) > 0) {
        parts.add(run.count(kind) + " " + kind.name().toLowerCase(Locale.ROOT));
      }
    }
    String of =
        " of "
            + StepResolver.count(run.itemCount(), "item")
            + (run.coveredSteps() > 1 ? ", by " + run.coveredSteps() + " in one call" : "");
    return (parts.isEmpty() ? "nothing changed" : String.join(", ", parts)) + of;
  }

  static String time(Duration took) {
    long millis = took.toMillis();
    return millis < 1000 ? millis + "ms" : "%.1fs".formatted(millis / 1000.0);
  }

  private void log(StepRun run) {
    run.log()
        .lines()
        .forEach(line -> out.println(terminal.faint("      | ") + UntrustedText.singleLine(line)));
  }

  private String resultLine(Result result) {
    String severity = result.severity().name().toLowerCase(Locale.ROOT);
    String painted =
        switch (result.severity()) {
          case ERROR -> terminal.red(severity);
          case WARNING -> terminal.yellow(severity);
          case INFO -> severity;
        };
    String message = result.message().isBlank() ? "(no message)" : result.message();
    return painted + ": " + UntrustedText.indentedLines(message + detailSuffix(result), "        ");
  }

  private static String detailSuffix(Result result) {
    var text = new StringBuilder();
    String other = result.tags().get("severity");
    if (other != null) {
      text.append(" (severity \"").append(other).append("\")");
    }
    String place = place(result);
    if (!place.isEmpty()) {
      text.append(" (").append(place).append(')');
    }
    if (result.file() != null && !result.file().path().isEmpty()) {
      text.append(" in ").append(result.file().path());
    }
    return text.toString();
  }

  /** Returns the resource and the field, as far as the result names them. */
  private static String place(Result result) {
    var parts = new ArrayList<String>();
    if (result.resourceRef() != null) {
      var ref = result.resourceRef();
      String name = ref.namespace() == null ? ref.name() : ref.namespace() + "/" + ref.name();
      String resource = (ref.kind() + " " + name).strip();
      if (!resource.isEmpty()) {
        parts.add(resource);
      }
    }
    if (result.field() != null && !result.field().path().isEmpty()) {
      parts.add(result.field().path());
    }
    return String.join(", ", parts);
  }

  private void explain(ItemChange change) {
    if (change.kind() != ItemChange.Kind.CHANGED || !change.fields().isEmpty()) {
      explain(change, change.kind().name().toLowerCase(Locale.ROOT));
    }
  }

  private void explain(ItemChange change, String verb) {
    if (!explaining) {
      return;
    }
    out.println(
        UntrustedText.singleLine("      %s %s (%s)".formatted(verb, change.id(), change.path())));
    for (FieldChange field : change.fields()) {
      out.println(
          "        %s: %s → %s"
              .formatted(field.path(), shown(field.oldValue()), shown(field.newValue())));
    }
  }

  private boolean loggingSteps;

  /** Turns on or off a line for each function that begins, on any kind of output. */
  RunReport loggingSteps(boolean lines) {
    loggingSteps = lines;
    return this;
  }

  private boolean explaining;

  /** Turns on or off the report of which function changed which field. */
  RunReport explaining(boolean fields) {
    explaining = fields;
    return this;
  }

  private static String shown(@Nullable Node value) {
    if (value == null) {
      return "(none)";
    }
    String text = value.toString().strip().replaceAll("\\s*\\n\\s*", " ");
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  // --- At its end -------------------------------------------------------------------------------

  void summary(Run run, Optional<WritePlan> plan, boolean dry, Path folder) {
    if (plan.isEmpty()) {
      String failed =
          run.fatal().map(step -> labelWithDeclaration(step.step())).orElse("a function");
      fail(failed + " failed; nothing was written");
      return;
    }
    String files = files(plan.get().changes());
    String changes =
        files.isEmpty() ? "no file of " + folder + " changes" : files + " in " + folder;
    ran(run, changes + (dry && !files.isEmpty() ? ", were this no dry run" : ""));
    reportDeferred(run, dry);
  }

  /** Reports the files written into another folder, which has all files. */
  void copied(Run run, WritePlan plan, int all, Path folder) {
    String files = files(plan.changes());
    String changes = files.isEmpty() ? "no file changes" : files;
    ran(run, changes + "; " + StepResolver.count(all, "file") + " written to " + folder);
    reportDeferred(run, false);
  }

  private void ran(Run run, String what) {
    out.println(terminal.bold(StepResolver.count(run.steps().size(), "function") + ": ") + what);
  }

  private void reportDeferred(Run run, boolean dry) {
    if (!run.isSuccess()) {
      long failed = run.steps().stream().filter(StepRun::isFailed).count();
      String what = StepResolver.count(failed, "function") + " failed, which was deferred";
      fail(what + (dry ? "" : "; what functions left is written"));
    }
  }

  void results(ResultsFolder folder) {
    out.println("results: " + folder.file());
  }

  /** Reports the files written by a command that runs no functions. */
  void files(WritePlan plan, Path target) {
    String files = files(plan.changes());
    out.println(files.isEmpty() ? "no file of " + target + " changes" : files + " in " + target);
  }

  private static String files(List<FileChange> changes) {
    var parts = new ArrayList<String>();
    for (FileChange.Kind kind : FileChange.Kind.values()) {
      long count = changes.stream().filter(change -> change.kind() == kind).count();
      if (count > 0) {
        parts.add(StepResolver.count(count, "file") + " " + kind.name().toLowerCase(Locale.ROOT));
      }
    }
    return String.join(", ", parts);
  }
}
