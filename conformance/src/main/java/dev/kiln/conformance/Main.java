package dev.kiln.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.cases.Cases;
import dev.kiln.conformance.execution.BadFile;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.SampleFiles;
import dev.kiln.conformance.judge.Judge;
import dev.kiln.conformance.judge.Selection;
import dev.kiln.conformance.judge.Verdict;
import dev.kiln.conformance.judge.Verdict.Kind;
import dev.kiln.conformance.report.ClauseList;
import dev.kiln.conformance.report.JsonReport;
import dev.kiln.conformance.report.JunitReport;
import dev.kiln.conformance.report.KnownFailing;
import dev.kiln.conformance.report.ReportFile;
import dev.kiln.conformance.report.Summary;
import dev.kiln.conformance.report.TerminalReport;
import dev.kiln.conformance.targets.BadTarget;
import dev.kiln.conformance.targets.Target;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** The command: judges a target and reports. */
public final class Main {
  private static final int PASSED = 0;
  private static final int FAILED = 1;
  private static final int NOT_ASKED = 2;

  private Main() {}

  /** Runs it and ends the process. */
  public static void main(String[] args) {
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
    var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    int code = run(List.of(args), out, err);
    out.flush();
    System.exit(code);
  }

  /** Runs it. */
  public static int run(List<String> args, PrintStream out, PrintStream err) {
    try {
      Options options = Options.of(args);
      if (options.has("--help")) {
        out.print(Usage.TEXT);
        return PASSED;
      }
      if (options.has("--version")) {
        out.println("kiln conformance " + Summary.VERSION);
        return PASSED;
      }
      if (options.has("--clauses")) {
        new ClauseList(Cases.read()).print(out);
        return PASSED;
      }
      return judge(options, out, err);
    } catch (Usage e) {
      err.println("error: " + e.getMessage());
      err.println("See 'kiln conformance --help'.");
    } catch (BadTarget | BadFile e) {
      err.println("error: " + e.getMessage());
    } catch (IOException e) {
      err.println("error: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      err.println("error: interrupted");
    }
    return NOT_ASKED;
  }

  private static int judge(Options options, PrintStream out, PrintStream err)
      throws Usage, BadTarget, BadFile, IOException, InterruptedException {
    Selection selection = options.selection();
    Sample sample =
        SampleFiles.read(
            options.file("--list"),
            options.file("--config"),
            options.file("--definition"),
            options.has("--kit"));
    Cases cases = Cases.read();
    KnownFailing known = KnownFailing.read(options.file("--known-failing"), cases);
    Optional<ReportFile> junit = options.report("--junit");
    Optional<ReportFile> json = options.report("--json");
    List<Verdict> verdicts;
    try (Target target = options.target().open()) {
      try (var progress = new Progress()) {
        verdicts = new Judge(target, sample, progress).judge(cases, selection);
      }
    }
    if (verdicts.isEmpty()) {
      throw new Usage("no case is of level and clause asked for");
    }
    var summary = Summary.of(options.target().text(), verdicts, known);
    new TerminalReport(out, cases, options.has("--verbose")).print(summary);
    if (junit.isPresent()) {
      junit.get().write(JunitReport.of(summary));
    }
    if (json.isPresent()) {
      json.get().write(JsonReport.of(summary));
    }
    if (verdicts.stream().allMatch(verdict -> verdict.kind() == Kind.NOT_ASKED)) {
      err.println("error: nothing could be asked");
      return NOT_ASKED;
    }
    return summary.isPassed() ? PASSED : FAILED;
  }
}
