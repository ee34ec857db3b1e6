package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Ending;
import dev.kiln.conformance.targets.Format;
import dev.kiln.conformance.targets.HttpDoor;
import dev.kiln.conformance.targets.HttpRequest;
import java.net.InetSocketAddress;
import java.time.Duration;

/** What a program of version 1 leaves, byte by byte a character. */
record Ended(String out, String err, int code) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int REFUSED = 1;
  private static final int TIMEOUT = 124;

  /** A list that is answered by a host, as a program would: no JVM has to start for it. */
  static Ended of(String list, Start start, InetSocketAddress host) {
    Format format = list.startsWith("{") ? Format.JSON : Format.YAML;
    var door = new HttpDoor(host, "localhost", "/", "", PATIENCE);
    HttpRequest request =
        door.request(new Ask(list.getBytes(ISO_8859_1), format, Format.YAML))
            .with("KRM-Log-Limit", "65536");
    String timeout = start.flag("--timeout");
    return of(door.answer(timeout.isEmpty() ? request : request.with("KRM-Timeout", timeout)));
  }

  private static Ended of(Answer answer) {
    boolean isList = answer.ending() == Ending.SUCCESS || answer.ending() == Ending.FAILURE;
    String body = new String(answer.output(), ISO_8859_1);
    String log = new String(answer.log().getBytes(UTF_8), ISO_8859_1);
    int other = answer.status().endsWith("504") ? TIMEOUT : REFUSED;
    return new Ended(
        isList ? body : "", isList ? log : log + body, answer.exitCode().orElse(other));
  }

  Ended out(String other) {
    return new Ended(other, err, code);
  }

  Ended err(String other) {
    return new Ended(out, other, code);
  }

  Ended code(int other) {
    return new Ended(out, err, other);
  }

  /** As the program that was started reads it. */
  String json() {
    return "{\"out\":%s,\"err\":%s,\"code\":%d}\n"
        .formatted(Json.quoted(out), Json.quoted(err), code);
  }
}
