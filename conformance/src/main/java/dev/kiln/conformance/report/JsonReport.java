package dev.kiln.conformance.report;

import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.judge.CaseVerdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The verdicts for programs. */
public final class JsonReport {
  private JsonReport() {}

  /** One object, an entry a verdict. */
  public static String of(JudgementSummary summary) {
    String verdicts =
        summary.verdicts().stream()
            .map(verdict -> "    " + verdict(summary, verdict))
            .collect(Collectors.joining(",\n"));
    return """
        {
          "version": %s,
          "target": %s,
          "passed": %s,
          "summary": %s,
          "stale": [%s],
          "verdicts": [
        %s
          ]
        }
        """
        .formatted(
            JsonText.quoted(JudgementSummary.VERSION),
            JsonText.quoted(summary.target()),
            summary.isPassed(),
            JsonText.quoted(summary.line()),
            summary.stale().stream().map(JsonText::quoted).collect(Collectors.joining(", ")),
            verdicts);
  }

  private static String verdict(JudgementSummary summary, CaseVerdict verdict) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("case", verdict.conformanceCase().id());
    fields.put("door", verdict.door().map(door -> door.word()).orElse(""));
    fields.put("clause", verdict.conformanceCase().clause().id());
    fields.put("level", verdict.conformanceCase().clause().level().word());
    fields.put("verdict", verdict.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    fields.put("why", verdict.why());
    fields.put("known", summary.known().contains(verdict) ? "true" : "");
    fields.put("millis", Long.toString(verdict.duration().toMillis()));
    fields.put("sent", verdict.sent());
    fields.put("came", verdict.received());
    return fields.entrySet().stream()
        .filter(field -> !field.getValue().isEmpty())
        .map(JsonReport::field)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String field(Map.Entry<String, String> field) {
    boolean isText = !field.getKey().equals("known") && !field.getKey().equals("millis");
    String value = isText ? JsonText.quoted(field.getValue()) : field.getValue();
    return JsonText.quoted(field.getKey()) + ": " + value;
  }
}
