package dev.kiln.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.execution.InvalidFileException;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.SampleFiles;
import dev.kiln.conformance.judge.CaseSelection;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
import dev.kiln.conformance.judge.Judge;
import dev.kiln.conformance.report.ClauseList;
import dev.kiln.conformance.report.JsonReport;
import dev.kiln.conformance.report.JudgementSummary;
import dev.kiln.conformance.report.JunitReport;
import dev.kiln.conformance.report.KnownFailures;
import dev.kiln.conformance.report.ReportFile;
import dev.kiln.conformance.report.TerminalReport;
import dev.kiln.conformance.targets.ConformanceTarget;
import dev.kiln.conformance.targets.InvalidTargetException;
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
      CommandLine options = CommandLine.of(args);
      if (options.has("--help")) {
        out.print(UsageException.TEXT);
        return PASSED;
      }
      if (options.has("--version")) {
        out.println("kiln conformance " + JudgementSummary.VERSION);
        return PASSED;
      }
      if (options.has("--clauses")) {
        new ClauseList(CaseCatalog.read()).print(out);
        return PASSED;
      }
      return judge(options, out, err);
    } catch (UsageException e) {
      err.println("error: " + e.getMessage());
      err.println("See 'kiln conformance --help'.");
    } catch (InvalidTargetException | InvalidFileException e) {
      err.println("error: " + e.getMessage());
    } catch (IOException e) {
      err.println("error: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      err.println("error: interrupted");
    }
    return NOT_ASKED;
  }

  private static int judge(CommandLine options, PrintStream out, PrintStream err)
      throws UsageException,
          InvalidTargetException,
          InvalidFileException,
          IOException,
          InterruptedException {
    CaseSelection selection = options.selection();
    Sample sample =
        SampleFiles.read(
            options.file("--list"),
            options.file("--config"),
            options.file("--definition"),
            options.has("--kit"));
    CaseCatalog cases = CaseCatalog.read();
    KnownFailures known = KnownFailures.read(options.file("--known-failing"), cases);
    Optional<ReportFile> junit = options.report("--junit");
    Optional<ReportFile> json = options.report("--json");
    List<CaseVerdict> verdicts;
    try (ConformanceTarget target = options.target().open()) {
      try (var progress = new ProgressLine()) {
        verdicts = new Judge(target, sample, progress).judge(cases, selection);
      }
    }
    if (verdicts.isEmpty()) {
      throw new UsageException("no case is of level and clause asked for");
    }
    var summary = JudgementSummary.of(options.target().text(), verdicts, known);
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
