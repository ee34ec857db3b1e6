package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import java.util.Map;

/** Holds an answer against what a case expects, a word at a time. */
public final class Expectation {
  private static final Map<String, Check> CHECKS =
      Map.ofEntries(
          Map.entry("ending", Answers::ending),
          Map.entry("exit", Answers::exitCode),
          Map.entry("log", Answers::log),
          Map.entry("log-bytes", Answers::logBytes),
          Map.entry("says", Answers::says),
          Map.entry("status", Answers::status),
          Map.entry("code", Answers::code),
          Map.entry("fields", Answers::fields),
          Map.entry("body", Answers::body),
          Map.entry("format", Answers::format),
          Map.entry("no-list", Lists::none),
          Map.entry("list", Lists::some),
          Map.entry("clean", Lists::clean),
          Map.entry("items", Lists::items),
          Map.entry("bytes", Lists::bytes),
          Map.entry("text", Lists::text),
          Map.entry("longer", Lists::longer),
          Map.entry("empty", Lists::empty),
          Map.entry("version", Lists::version),
          Map.entry("holds", Lists::holds),
          Map.entry("probe", Lists::probe),
          Map.entry("message", Answers::message),
          Map.entry("comments", Comments::kept),
          Map.entry("internal", Internal::kept),
          Map.entry("results", Results::are),
          Map.entry("result-form", Results::form),
          Map.entry("error-result", Results::error),
          Map.entry("agree", Results::agree));

  private Expectation() {}

  /** Whether there is such a word. */
  public static boolean knows(String word) {
    return CHECKS.containsKey(word);
  }

  /** Fails with the first word that does not hold. */
  public static void judge(Exchange exchange, Value expect) throws Failed, NotAsked {
    for (Map.Entry<String, Value> each : expect.map().entrySet()) {
      Check check = CHECKS.get(each.getKey());
      if (check == null) {
        throw new IllegalStateException("no check \"" + each.getKey() + "\"");
      }
      check.judge(exchange, each.getValue());
    }
  }

  /** One word of an expectation. */
  interface Check {
    void judge(Exchange exchange, Value expected) throws Failed, NotAsked;
  }
}
