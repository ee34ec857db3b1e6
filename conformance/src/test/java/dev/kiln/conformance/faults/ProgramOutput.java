package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.targets.CallOutcome;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.HttpFunctionClient;
import dev.kiln.conformance.targets.HttpRequest;
import dev.kiln.conformance.targets.ListFormat;
import java.net.InetSocketAddress;
import java.time.Duration;

/** What a program of version 1 leaves, byte by byte a character. */
record ProgramOutput(String out, String err, int code) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int REFUSED = 1;
  private static final int TIMEOUT = 124;

  /** A list that is answered by a host, as a program would: no JVM has to start for it. */
  static ProgramOutput of(String list, ProgramStart start, InetSocketAddress host) {
    ListFormat format = list.startsWith("{") ? ListFormat.JSON : ListFormat.YAML;
    var door = new HttpFunctionClient(host, "localhost", "/", "", PATIENCE);
    HttpRequest request =
        door.request(new FunctionRequest(list.getBytes(ISO_8859_1), format, ListFormat.YAML))
            .with("KRM-Log-Limit", "65536");
    String timeout = start.flag("--timeout");
    return of(door.answer(timeout.isEmpty() ? request : request.with("KRM-Timeout", timeout)));
  }

  private static ProgramOutput of(FunctionResponse answer) {
    boolean isList =
        answer.ending() == CallOutcome.SUCCESS || answer.ending() == CallOutcome.FAILURE;
    String body = new String(answer.output(), ISO_8859_1);
    String log = new String(answer.log().getBytes(UTF_8), ISO_8859_1);
    int other = answer.status().endsWith("504") ? TIMEOUT : REFUSED;
    return new ProgramOutput(
        isList ? body : "", isList ? log : log + body, answer.exitCode().orElse(other));
  }

  ProgramOutput out(String other) {
    return new ProgramOutput(other, err, code);
  }

  ProgramOutput err(String other) {
    return new ProgramOutput(out, other, code);
  }

  ProgramOutput code(int other) {
    return new ProgramOutput(out, err, other);
  }

  /** As the program that was started reads it. */
  String json() {
    return "{\"out\":%s,\"err\":%s,\"code\":%d}\n"
        .formatted(JsonText.quoted(out), JsonText.quoted(err), code);
  }
}
