package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import java.util.Map;

/** Compares an answer with what a case expects, one keyword at a time. */
public final class Expectation {
  private static final Map<String, Check> CHECKS =
      Map.ofEntries(
          Map.entry("ending", ResponseChecks::ending),
          Map.entry("exit", ResponseChecks::exitCode),
          Map.entry("log", ResponseChecks::log),
          Map.entry("log-bytes", ResponseChecks::logBytes),
          Map.entry("says", ResponseChecks::mentions),
          Map.entry("status", ResponseChecks::status),
          Map.entry("code", ResponseChecks::code),
          Map.entry("fields", ResponseChecks::fields),
          Map.entry("body", ResponseChecks::body),
          Map.entry("format", ResponseChecks::format),
          Map.entry("no-list", ListChecks::requireNoList),
          Map.entry("list", ListChecks::requireList),
          Map.entry("clean", ListChecks::requireListOnly),
          Map.entry("items", ListChecks::items),
          Map.entry("bytes", ListChecks::bytes),
          Map.entry("text", ListChecks::text),
          Map.entry("longer", ListChecks::requireMinimumSize),
          Map.entry("empty", ListChecks::requireNoOutput),
          Map.entry("version", ListChecks::version),
          Map.entry("holds", ListChecks::requireValue),
          Map.entry("probe", ListChecks::requireProbeText),
          Map.entry("message", ResponseChecks::message),
          Map.entry("comments", CommentChecks::requireCommentsKept),
          Map.entry("internal", InternalAnnotationChecks::requireAnnotationsKept),
          Map.entry("results", ResultChecks::requireResults),
          Map.entry("result-form", ResultChecks::requireForm),
          Map.entry("error-result", ResultChecks::requireErrorResult),
          Map.entry("agree", ResultChecks::requireConsistentOutcome));

  private Expectation() {}

  /** Whether there is such a word. */
  public static boolean knows(String word) {
    return CHECKS.containsKey(word);
  }

  /** Fails with the first word that does not hold. */
  public static void judge(CaseExchange exchange, DocumentValue expect)
      throws CaseFailedException, CaseSkippedException {
    for (Map.Entry<String, DocumentValue> each : expect.map().entrySet()) {
      Check check = CHECKS.get(each.getKey());
      if (check == null) {
        throw new IllegalStateException("no check \"" + each.getKey() + "\"");
      }
      check.judge(exchange, each.getValue());
    }
  }

  /** One word of an expectation. */
  interface Check {
    void judge(CaseExchange exchange, DocumentValue expected)
        throws CaseFailedException, CaseSkippedException;
  }
}
