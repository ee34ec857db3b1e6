package dev.kiln.server.http;

import dev.kiln.runtime.Ending;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Json;
import dev.kiln.server.calls.Refusal;
import dev.kiln.yaml.Yaml;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a request has no ResourceList for an answer, told as a Kubernetes {@code Status}, so that
 * nobody takes it for an empty list.
 *
 * @param headers more headers that the answer must have, names and values in turn
 */
record Problem(
    HttpResponseStatus status,
    Ending ending,
    List<String> headers,
    Optional<Refusal.Reason> refusal) {
  Problem {
    headers = List.copyOf(headers);
  }

  /** A call that cannot be meant. */
  static Problem of(HttpResponseStatus status, String message, String... headers) {
    return new Problem(status, new Ending.Refused(message), List.of(headers), Optional.empty());
  }

  /** A request that is no call at all. */
  static Problem of(
      Refusal.Reason refusal, HttpResponseStatus status, String message, String... headers) {
    return new Problem(status, new Ending.Refused(message), List.of(headers), Optional.of(refusal));
  }

  /** What an ending without a list means. */
  static Problem of(Ending ending) {
    return switch (ending) {
      case Ending.Unreadable _, Ending.Refused _ -> of(HttpResponseStatus.BAD_REQUEST, ending);
      case Ending.NotFound _ -> of(HttpResponseStatus.NOT_FOUND, ending);
      case Ending.TooLarge _ -> of(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, ending);
      case Ending.Busy _ ->
          new Problem(
              HttpResponseStatus.SERVICE_UNAVAILABLE,
              ending,
              List.of("retry-after", "1"),
              Optional.empty());
      case Ending.TimedOut _ -> of(HttpResponseStatus.GATEWAY_TIMEOUT, ending);
      case Ending.Failed _, Ending.Fault _, Ending.Cancelled _, Ending.Done _ ->
          of(HttpResponseStatus.INTERNAL_SERVER_ERROR, ending);
    };
  }

  private static Problem of(HttpResponseStatus status, Ending ending) {
    return new Problem(status, ending, List.of(), Optional.empty());
  }

  String message() {
    return ending.message();
  }

  byte[] body(MediaType type) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("apiVersion", "v1");
    fields.put("kind", "Status");
    fields.put("metadata", Map.of());
    fields.put("status", "Failure");
    fields.put("reason", reason());
    fields.put("code", status.code());
    fields.put("message", message());
    if (ending instanceof Ending.Unreadable(_, var cause)) {
      fields.put("details", Map.of("causes", List.of(cause(cause))));
    }
    return switch (type.format()) {
      case YAML -> Yaml.of(fields).bytes();
      case JSON -> (Json.toJson(Yaml.of(fields)) + "\n").getBytes(StandardCharsets.UTF_8);
    };
  }

  private static Map<String, @Nullable Object> cause(BadInput bad) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("reason", reason(bad));
    fields.put("message", String.valueOf(bad.getMessage()));
    if (!bad.field().isEmpty()) {
      fields.put("field", bad.field());
    }
    return fields;
  }

  private static String reason(BadInput bad) {
    return bad.found().equals("missing") ? "FieldValueRequired" : "FieldValueInvalid";
  }

  /** As Kubernetes calls it. */
  private String reason() {
    return switch (status.code()) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 406 -> "NotAcceptable";
      case 408, 504 -> "Timeout";
      case 413 -> "RequestEntityTooLarge";
      case 415 -> "UnsupportedMediaType";
      case 417 -> "ExpectationFailed";
      case 431 -> "RequestHeaderFieldsTooLarge";
      case 503 -> "ServiceUnavailable";
      default -> "InternalError";
    };
  }
}
