package dev.kiln.runtime.remote;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.RetryInfo;
import dev.kiln.net.FailureText;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts statuses other than OK to results. */
final class GrpcStatuses {
  private static final String STDERR = "\nstderr:\n";
  private static final String NO_HTTP_2 = "first received frame was not SETTINGS";

  private GrpcStatuses() {}

  static Attempt attempt(GrpcClientCall.End<?> end, RemoteRequest ask, String where) {
    if (!end.sent()) {
      return new NotTaken(describe(end.status()), false);
    }
    if (end.status().getCode() == Status.Code.UNAVAILABLE) {
      return detail(end, RetryInfo.class).isPresent()
          ? new NotTaken(describe(end.status()), true)
          : new Broken(describe(end.status()));
    }
    Optional<Failure> failure = detail(end, Failure.class);
    if (failure.isPresent()) {
      copyStderr(end.status(), ask);
      return new Answered(GrpcMessages.failed(failure.get()));
    }
    return new Answered(outcome(end.status(), ask, where));
  }

  private static Outcome outcome(Status status, RemoteRequest ask, String where) {
    String told = where + ": " + describe(status);
    return switch (status.getCode()) {
      case INVALID_ARGUMENT -> Outcome.of(new Ending.Refused(told));
      case NOT_FOUND -> Outcome.of(new Ending.NotFound(told));
      case RESOURCE_EXHAUSTED -> Outcome.of(new Ending.TooLarge(told));
      case DEADLINE_EXCEEDED -> Outcome.of(new Ending.TimedOut(told));
      default -> failed(status, told, ask);
    };
  }

  /**
   * A failed function, as Porch's function runner reports it: in a text, which may have several
   * lines.
   */
  private static Outcome failed(Status status, String message, RemoteRequest ask) {
    String text = status.getDescription();
    if (text != null && text.strip().contains("\n")) {
      GrpcMessages.writeLog(ByteString.copyFromUtf8(text.stripTrailing() + "\n"), ask);
    }
    return RemoteOutcomes.failed(Reason.EXIT_CODE, 1, message, new byte[0]);
  }

  private static void copyStderr(Status status, RemoteRequest ask) {
    String text = status.getDescription();
    int at = text == null ? -1 : text.indexOf(STDERR);
    if (text != null && at >= 0) {
      GrpcMessages.writeLog(
          ByteString.copyFromUtf8(text.substring(at + STDERR.length()) + "\n"), ask);
    }
  }

  /** One line: the cause of the failure if this side knows it, else the server's message. */
  static String describe(Status status) {
    Throwable cause = status.getCause();
    String said = status.getDescription();
    String code = status.getCode().name();
    String words =
        cause == null ? FailureText.safeFirstLine(said, code) : FailureText.ofCause(cause);
    return words.startsWith(NO_HTTP_2) ? "what listens there does not speak gRPC" : words;
  }

  private static <M extends Message> Optional<M> detail(GrpcClientCall.End<?> end, Class<M> type) {
    for (Any detail : details(end)) {
      if (detail.is(type)) {
        try {
          return Optional.of(detail.unpack(type));
        } catch (InvalidProtocolBufferException _) {
          return Optional.empty(); // a broken detail: only the status counts
        }
      }
    }
    return Optional.empty();
  }

  private static List<Any> details(GrpcClientCall.End<?> end) {
    com.google.rpc.@Nullable Status packed =
        StatusProto.fromStatusAndTrailers(end.status(), end.trailers());
    return packed == null ? List.of() : packed.getDetailsList();
  }
}
