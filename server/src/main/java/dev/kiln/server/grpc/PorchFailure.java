package dev.kiln.server.grpc;

import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.sdk.ResourceRef;
import dev.kiln.sdk.Result;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A failed function as a status: a text with its results and what it wrote to stderr, and the
 * {@link Failure} in the details, all clipped so that the trailers stay small.
 */
final class PorchFailure {
  /**
   * Of what a text may cost: what the message in the details may, and what stderr gets at least.
   */
  private static final int MESSAGE = TrailerText.MOST / 8;

  private static final int STDERR = TrailerText.MOST / 3;

  private PorchFailure() {}

  static Refusal of(Outcome outcome, Log log) {
    Failure failure = Answers.failure(outcome).orElseThrow();
    Failure small =
        failure.toBuilder()
            .setMessage(TrailerText.head(failure.getMessage(), MESSAGE))
            .clearResourceList()
            .build();
    int most = TrailerText.MOST - TrailerText.costInDetails(small.getSerializedSize());
    String text = text(outcome, log, most);
    int left = most - TrailerText.cost(text);
    int list = TrailerText.costInDetails(failure.getResourceList().size() + 8);
    Failure told =
        list <= left ? small.toBuilder().setResourceList(failure.getResourceList()).build() : small;
    return Refusal.of(Status.Code.INTERNAL, text, Optional.of(told));
  }

  private static String text(Outcome outcome, Log log, int most) {
    String results =
        outcome.results().stream()
            .map(PorchFailure::line)
            .collect(Collectors.joining("", outcome.ending().message() + "\n", ""));
    String stderr = new String(log.tail(), StandardCharsets.UTF_8).strip();
    if (stderr.isEmpty()) {
      return TrailerText.head(results.strip(), most);
    }
    String title = "stderr:\n";
    int room = most - TrailerText.cost(title);
    int forStderr = Math.min(TrailerText.cost(stderr), STDERR);
    String head = TrailerText.head(results, room - forStderr);
    return head + title + TrailerText.tail(stderr, room - TrailerText.cost(head));
  }

  private static String line(Result result) {
    ResourceRef ref = result.resourceRef();
    String about = ref == null ? "" : " (" + ref.kind() + " " + ref.name() + field(result) + ")";
    return result.severity().text() + ": " + result.message() + about + "\n";
  }

  private static String field(Result result) {
    Result.Field field = result.field();
    return field == null ? "" : ", " + field.path();
  }
}
