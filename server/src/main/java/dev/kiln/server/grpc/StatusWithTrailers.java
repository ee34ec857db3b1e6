package dev.kiln.server.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.rpc.RetryInfo;
import dev.kiln.runtime.Ending;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.util.Optional;

/** A status other than OK, with its trailers. */
record StatusWithTrailers(Status status, Metadata trailers) {
  private static final Metadata.Key<com.google.rpc.Status> DETAILS =
      Metadata.Key.of(
          "grpc-status-details-bin",
          ProtoUtils.metadataMarshaller(com.google.rpc.Status.getDefaultInstance()));

  /** After which a call that found no room may be tried again. */
  private static final Message RETRY =
      RetryInfo.newBuilder().setRetryDelay(Duration.newBuilder().setSeconds(1)).build();

  /** What an ending means that is no answer of a method. */
  static StatusWithTrailers of(Ending ending) {
    return switch (ending) {
      case Ending.Unreadable _, Ending.Refused _ -> of(Status.Code.INVALID_ARGUMENT, ending);
      case Ending.NotFound _ -> of(Status.Code.NOT_FOUND, ending);
      case Ending.TooLarge _ -> of(Status.Code.RESOURCE_EXHAUSTED, ending);
      case Ending.Busy busy ->
          of(Status.Code.UNAVAILABLE, TrailerText.clipped(busy.message()), Optional.of(RETRY));
      case Ending.TimedOut _ -> of(Status.Code.DEADLINE_EXCEEDED, ending);
      case Ending.Cancelled _ -> of(Status.Code.CANCELLED, ending);
      case Ending.Fault _, Ending.Done _, Ending.Failed _ -> of(Status.Code.INTERNAL, ending);
    };
  }

  private static StatusWithTrailers of(Status.Code code, Ending ending) {
    return of(code, ending.message());
  }

  static StatusWithTrailers of(Status.Code code, String message) {
    return new StatusWithTrailers(
        code.toStatus().withDescription(TrailerText.clipped(message)), new Metadata());
  }

  /**
   * With a detail. The details repeat the text, which some clients take from there.
   *
   * @param text that fits, see {@link TrailerText}
   */
  static StatusWithTrailers of(Status.Code code, String text, Optional<? extends Message> detail) {
    var details = com.google.rpc.Status.newBuilder().setCode(code.value()).setMessage(text);
    detail.ifPresent(message -> details.addDetails(Any.pack(message)));
    var trailers = new Metadata();
    trailers.put(DETAILS, details.build());
    return new StatusWithTrailers(code.toStatus().withDescription(text), trailers);
  }
}
