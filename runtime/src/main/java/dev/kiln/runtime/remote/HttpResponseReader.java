package dev.kiln.runtime.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.net.FailureText;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts responses to results. Only a function server answers with a Kubernetes {@code Status} or
 * with the exit code of a function. Any other answer may come from a proxy in between, and then it
 * is unknown whether the function ran.
 */
final class HttpResponseReader {
  private static final String EXIT_CODE = "krm-function-exit-code";
  private static final String LOG = "krm-function-log";
  private static final int MOST_STATUS = 64 << 10;

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int TOO_LARGE = 413;
  private static final int UNPROCESSABLE = 422;
  private static final int SERVER = 500;
  private static final int UNAVAILABLE = 503;
  private static final int LATE = 504;

  private HttpResponseReader() {}

  static Attempt of(BufferedResponse answer, RemoteRequest ask, String where) {
    writeLog(answer.headers(), ask.log());
    if (mayHaveList(answer) && !isFramed(answer.headers())) {
      return new Answered(
          RemoteOutcomes.invalidAnswer(
              where
                  + ": an answer with neither Content-Length nor chunks: if it were cut, nobody"
                  + " would know"));
    }
    if (answer.status().code() == OK) {
      return new Answered(RemoteOutcomes.done(answer.body(), where));
    }
    Optional<String> status = status(answer.body());
    if (answer.status().code() == UNAVAILABLE) {
      boolean nothingRan =
          status.isPresent() || answer.headers().contains(HttpHeaderNames.RETRY_AFTER);
      return nothingRan
          ? new NotTaken(status.orElseGet(() -> describeAnswer(answer)), true)
          : new Attempt.Broken(describeAnswer(answer));
    }
    return new Answered(outcome(answer, status.orElse(null), where));
  }

  private static boolean mayHaveList(BufferedResponse answer) {
    return switch (answer.status().code()) {
      case OK, UNPROCESSABLE, SERVER -> true;
      default -> false;
    };
  }

  private static boolean isFramed(HttpHeaders headers) {
    return headers.contains(HttpHeaderNames.CONTENT_LENGTH)
        || headers.contains(HttpHeaderNames.TRANSFER_ENCODING);
  }

  private static Outcome outcome(BufferedResponse answer, @Nullable String status, String where) {
    int code = answer.status().code();
    if (status == null || code == UNPROCESSABLE || (code >= SERVER && code != LATE)) {
      return failed(answer, status == null ? "" : status, where);
    }
    String message = where + ": " + status;
    return Outcome.of(
        switch (code) {
          case NOT_FOUND -> new Ending.NotFound(message);
          case TOO_LARGE -> new Ending.TooLarge(message);
          case LATE -> new Ending.TimedOut(message);
          default -> new Ending.Refused(message);
        });
  }

  private static Outcome failed(BufferedResponse answer, String status, String where) {
    int exitCode = exitCode(answer.headers()).orElse(1);
    Outcome failed =
        RemoteOutcomes.failed(
            RemoteOutcomes.reasonForExitCode(exitCode), exitCode, status, answer.body());
    return status.isEmpty() && failed.bytes().isEmpty()
        ? RemoteOutcomes.invalidAnswer(where + " answered " + describeAnswer(answer))
        : failed;
  }

  private static void writeLog(HttpHeaders headers, Log log) {
    String text = headers.get(LOG);
    if (text != null) {
      try {
        log.stream().writeBytes(Base64.getDecoder().decode(text));
      } catch (IllegalArgumentException _) {
        // not one of our servers; the answer still counts
      }
    }
  }

  private static Optional<Integer> exitCode(HttpHeaders headers) {
    String text = headers.get(EXIT_CODE);
    return text != null && text.matches("[0-9]{1,3}")
        ? Optional.of(Integer.parseInt(text))
        : Optional.empty();
  }

  /** The message of a Status, if the body is a Status. */
  private static Optional<String> status(byte[] body) {
    try {
      Node root = body.length > MOST_STATUS ? null : Yaml.parse(body);
      return root != null && root.isMap() && text(root, "kind").equals(Optional.of("Status"))
          ? Optional.of(
              FailureText.safeFirstLine(text(root, "message").orElse(""), "no reason given"))
          : Optional.empty();
    } catch (BadYaml _) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(Node root, String key) {
    Node value = root.at(key);
    return value == null ? Optional.empty() : value.string();
  }

  private static String describeAnswer(BufferedResponse answer) {
    String body = new String(answer.body(), 0, Math.min(answer.body().length, MOST_STATUS), UTF_8);
    String line = FailureText.safeFirstLine(body, "");
    return answer.status() + (line.isEmpty() ? "" : ": " + line);
  }
}
