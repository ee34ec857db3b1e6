package dev.kiln.conformance.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The answer of a function, whichever door it came through.
 *
 * @param status the door's word for how it ended, as {@code exit code 1} or {@code HTTP 405}
 * @param exitCode of the function, as far as the door tells it
 * @param output what an orchestrator would take for the list
 * @param log what the function had to say to a person
 * @param fields what the door said beside it, by lower-case names: headers, trailers
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record FunctionResponse(
    CallOutcome ending,
    String status,
    OptionalInt exitCode,
    byte[] output,
    String log,
    Map<String, List<String>> fields) {

  /** No answer, why, and what was said meanwhile. */
  public static FunctionResponse noAnswer(String why, String log) {
    return new FunctionResponse(
        CallOutcome.NO_ANSWER, why, OptionalInt.empty(), new byte[0], log, Map.of());
  }

  public String text() {
    return new String(output, UTF_8);
  }

  /** The first field of a name. */
  public Optional<String> field(String name) {
    return fields.getOrDefault(name, List.of()).stream().findFirst();
  }

  /** As a person reads it; the first empty line is that before the output. */
  public String shown() {
    var shown = new StringBuilder(status).append('\n');
    fields.forEach((name, values) -> values.forEach(v -> shown.append(name + ": " + v + "\n")));
    if (!log.isBlank()) {
      shown.append("log: ");
      log.strip().lines().filter(line -> !line.isBlank()).forEach(l -> shown.append(l + "\n"));
    }
    return shown.append('\n').append(text()).toString();
  }
}
