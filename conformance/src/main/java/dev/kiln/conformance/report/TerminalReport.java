package dev.kiln.conformance.report;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
import dev.kiln.conformance.targets.TargetDoor;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The verdicts as a person reads them: a line for each clause, then what failed, and how. */
public final class TerminalReport {
  private static final int MOST_LINES = 100;
  private static final int MANY_LINES = 30;
  private static final int SAYS = 66;

  private final PrintStream out;
  private final CaseCatalog cases;
  private final boolean isVerbose;

  /**
   * @param isVerbose whether each case gets a line
   */
  public TerminalReport(PrintStream out, CaseCatalog cases, boolean isVerbose) {
    this.out = out;
    this.cases = cases;
    this.isVerbose = isVerbose;
  }

  /** Prints it all. */
  public void print(JudgementSummary summary) {
    Set<TargetDoor> doors = doors(summary.verdicts());
    String document = "";
    for (Map.Entry<Clause, List<CaseVerdict>> each : summary.byClause().entrySet()) {
      if (JudgementSummary.kind(each.getValue()) == Kind.NOT_ASKED && !isVerbose) {
        continue;
      }
      if (!each.getKey().document().equals(document)) {
        document = each.getKey().document();
        printHeader(document, doors);
      }
      printClause(each.getKey(), each.getValue(), summary.known(), doors);
    }
    summary.failed().stream()
        .collect(
            Collectors.groupingBy(
                verdict -> List.of(verdict.sent(), verdict.received()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .forEach(this::printFailures);
    summary.known().forEach(verdict -> out.printf("%nknown to fail: %s%n", verdict.name()));
    for (String name : summary.stale()) {
      out.printf("%nSTALE  %s is listed as known to fail, and does not%n", name);
    }
    printNotAsked(summary);
    out.printf("%n%s%n", summary.line());
  }

  private void printHeader(String document, Set<TargetDoor> doors) {
    out.printf("%n%-77s", cases.documents().getOrDefault(document, document));
    doors.forEach(door -> out.printf(" %-5s", door.word()));
    out.println();
  }

  private static Set<TargetDoor> doors(List<CaseVerdict> verdicts) {
    var doors = EnumSet.noneOf(TargetDoor.class);
    verdicts.forEach(verdict -> verdict.door().ifPresent(doors::add));
    return doors;
  }

  private void printClause(
      Clause clause, List<CaseVerdict> verdicts, List<CaseVerdict> known, Set<TargetDoor> doors) {
    List<String> lines = TerminalText.wrapped(clause.says(), SAYS);
    for (String line : lines.subList(0, lines.size() - 1)) {
      out.printf("  %-8s %s%n", line.equals(lines.getFirst()) ? level(clause) : "", line);
    }
    out.printf("  %-8s %-66s", lines.size() > 1 ? "" : level(clause), lines.getLast());
    for (TargetDoor door : doors) {
      List<CaseVerdict> of =
          verdicts.stream().filter(v -> v.door().filter(door::equals).isPresent()).toList();
      boolean isKnown = known.containsAll(of.stream().filter(CaseVerdict::isFailed).toList());
      String word = of.isEmpty() ? "" : word(JudgementSummary.kind(of));
      out.printf(" %-5s", word.equals("FAIL") && isKnown ? "known" : word);
    }
    out.println();
    if (isVerbose) {
      verdicts.forEach(this::printVerdict);
    }
  }

  private void printVerdict(CaseVerdict verdict) {
    String why = verdict.kind() == Kind.NOT_ASKED ? " (" + verdict.why() + ")" : "";
    out.printf(
        "             %-6s %s: %s%s%n",
        word(verdict.kind()),
        verdict.name(),
        verdict.conformanceCase().about(),
        TerminalText.printable(why));
  }

  private static String level(Clause clause) {
    return switch (clause.level()) {
      case MUST, SHOULD, MAY -> clause.level().text();
      case CONTRACT -> "Kiln";
    };
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case PASSED -> "ok";
      case FAILED -> "FAIL";
      case NOT_ASKED -> "-";
    };
  }

  /** Those that one answer gives rise to. */
  private void printFailures(List<CaseVerdict> verdicts) {
    verdicts.forEach(this::printFailure);
    String sent = verdicts.getFirst().sent();
    String came = verdicts.getFirst().received();
    printBlock("sent", sent.lines().toList());
    int body = came.indexOf("\n\n");
    if (body < 0) {
      printBlock("came back", came.lines().toList());
      return;
    }
    String output = came.substring(body + 2);
    List<String> diff = difference(sent, output);
    printBlock("came back", came.substring(0, body).lines().toList());
    if (output.equals(sent)) {
      printBlock("output", List.of("the input, byte for byte"));
    } else if (diff.isEmpty()) {
      printBlock("output", output.lines().toList());
    } else {
      printBlock("output, as it differs from the input", diff);
    }
  }

  /** Of lists; where all is written anew, only what means something else. */
  private static List<String> difference(String sent, String came) {
    if (!isList(sent) || !isList(came)) {
      return List.of();
    }
    List<String> written = LineDiff.of(sent.lines().toList(), came.lines().toList());
    if (written.size() < MANY_LINES) {
      return written;
    }
    try {
      List<String> meant = LineDiff.of(CanonicalLayout.of(sent), CanonicalLayout.of(came));
      return meant.isEmpty() ? written : meant;
    } catch (UnreadableDocumentException _) {
      return written;
    }
  }

  private void printFailure(CaseVerdict verdict) {
    Clause clause = verdict.conformanceCase().clause();
    String document = cases.documents().getOrDefault(clause.document(), clause.document());
    out.printf("%nFAILED %s: %s%n", verdict.name(), verdict.conformanceCase().about());
    out.printf(
        "  %s, %s (%s): %s%n", document, clause.section(), clause.level().text(), clause.id());
    verdict.why().lines().forEach(line -> out.println("  " + TerminalText.printable(line)));
  }

  private static boolean isList(String text) {
    return text.contains("kind: ResourceList");
  }

  private void printBlock(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println("  --- " + title);
      lines.stream()
          .limit(MOST_LINES)
          .forEach(line -> out.println("  | " + TerminalText.clipped(line)));
      if (lines.size() > MOST_LINES) {
        out.printf("  | … %d lines more: --json FILE has all%n", lines.size() - MOST_LINES);
      }
    }
  }

  /** Why not, each reason once, and each clause. */
  private void printNotAsked(JudgementSummary summary) {
    var byReason = new TreeMap<String, List<String>>();
    summary
        .byClause()
        .forEach(
            (clause, verdicts) -> {
              if (JudgementSummary.kind(verdicts) == Kind.NOT_ASKED) {
                byReason
                    .computeIfAbsent(verdicts.getFirst().why(), _ -> new ArrayList<>())
                    .add(clause.id());
              }
            });
    if (!byReason.isEmpty()) {
      out.printf("%nNot asked:%n");
    }
    byReason.forEach(
        (why, clauses) -> {
          out.println("  " + TerminalText.printable(why));
          TerminalText.wrapped(String.join(", ", clauses), 90)
              .forEach(line -> out.println("    " + line));
        });
  }
}
