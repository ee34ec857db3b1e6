package dev.kiln.server.grpc;

import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.ResourceRef;
import dev.kiln.sdk.Result;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A failed function as a status: a text with its results and what it wrote to stderr, and the
 * {@link Failure} in the details, all clipped so that the trailers stay small.
 */
final class PorchFailure {
  private static final String TITLE = "\nstderr:\n";

  // of what a text may cost: at most, at most, and at least if there is as much
  private static final int MESSAGE = TrailerText.MAX_COST / 8;
  private static final int LIST = TrailerText.MAX_COST / 2;
  private static final int STDERR = TrailerText.MAX_COST / 8;

  private PorchFailure() {}

  static StatusWithTrailers of(Outcome outcome, Log log) {
    Failure failure = ResponseMessages.failure(outcome).orElseThrow();
    boolean listFits = TrailerText.costInDetails(failure.getResourceList().size()) <= LIST;
    var told = failure.toBuilder().setMessage(TrailerText.head(failure.getMessage(), MESSAGE));
    Failure detail = listFits ? told.build() : told.clearResourceList().build();
    int most = TrailerText.MAX_COST - TrailerText.costInDetails(detail.getSerializedSize());
    return StatusWithTrailers.of(
        Status.Code.INTERNAL, text(outcome, log, most), Optional.of(detail));
  }

  private static String text(Outcome outcome, Log log, int most) {
    String results =
        results(outcome).stream()
            .map(PorchFailure::line)
            .collect(Collectors.joining("", outcome.ending().message(), ""));
    String stderr = new String(log.tail(), StandardCharsets.UTF_8).strip();
    if (stderr.isEmpty()) {
      return TrailerText.head(results, most);
    }
    int room = most - TrailerText.cost(TITLE);
    int forStderr = Math.min(TrailerText.cost(stderr), STDERR);
    String head = TrailerText.head(results, room - forStderr);
    return head + TITLE + TrailerText.tail(stderr, room - TrailerText.cost(head));
  }

  /** The results that the function added; all results in the list of a program. */
  private static List<Result> results(Outcome outcome) {
    try {
      return outcome.list().isPresent()
          ? outcome.results()
          : outcome.outputList().map(ResourceList::results).orElse(List.of());
    } catch (BadInput e) {
      return List.of(); // the ending tells the failure; results nobody can read add nothing
    }
  }

  private static String line(Result result) {
    ResourceRef ref = result.resourceRef();
    String about = ref == null ? "" : " (" + ref.kind() + " " + ref.name() + field(result) + ")";
    return "\n" + result.severity().text() + ": " + result.message() + about;
  }

  private static String field(Result result) {
    Result.Field field = result.field();
    return field == null ? "" : ", " + field.path();
  }
}
