package dev.kiln.server.grpc;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A status other than OK, as a client sees it. */
record ReceivedStatus(Status.Code code, String text, Metadata trailers) {
  /** What the call ends with, which must not be OK. */
  static ReceivedStatus by(ThrowingCallable call) {
    StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, call);
    return new ReceivedStatus(
        e.getStatus().getCode(),
        requireNonNullElse(e.getStatus().getDescription(), ""),
        requireNonNullElse(e.getTrailers(), new Metadata()));
  }

  /** The one detail, whose status says the same as this. */
  <T extends Message> T detail(Class<T> type) throws InvalidProtocolBufferException {
    Status status = code.toStatus().withDescription(text);
    var details = requireNonNull(StatusProto.fromStatusAndTrailers(status, trailers));
    assertThat(details.getMessage()).isEqualTo(text);
    assertThat(details.getCode()).isEqualTo(code.value());
    return details.getDetails(0).unpack(type);
  }

  /** Nothing ran, and the client may try again. */
  void assertMayBeRetried() throws InvalidProtocolBufferException {
    assertThat(code).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(detail(RetryInfo.class).getRetryDelay().getSeconds()).isPositive();
  }
}
