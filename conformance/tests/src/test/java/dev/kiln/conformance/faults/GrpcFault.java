package dev.kiln.conformance.faults;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A way in which a host is broken over gRPC.
 *
 * @param clause what it breaks
 * @param cases those that fail for it
 * @param when for which calls it is
 * @param asks what the host is asked instead
 * @param answers what the client is told instead; empty for nothing
 * @param end how the call ends instead
 * @param forwardsCancel whether the host is told of a call that is given up
 */
record GrpcFault(
    String clause,
    List<String> cases,
    Predicate<GrpcCall> when,
    UnaryOperator<ByteString> asks,
    Function<ByteString, List<ByteString>> answers,
    End end,
    boolean forwardsCancel)
    implements Fault {

  /**
   * How a call ends.
   *
   * @param trailers changes what the client is told beside the status
   * @param isEarly whether it ends with the first answer
   */
  record End(UnaryOperator<Status> status, UnaryOperator<Metadata> trailers, boolean isEarly) {}

  /** What is to be broken in calls of a method; the rest says how. */
  static GrpcFault breaks(String clause, String... cases) {
    return new GrpcFault(
        clause,
        List.of(cases),
        _ -> true,
        UnaryOperator.identity(),
        List::of,
        new End(UnaryOperator.identity(), UnaryOperator.identity(), false),
        true);
  }

  GrpcFault when(Predicate<GrpcCall> when) {
    return new GrpcFault(clause, cases, when, asks, answers, end, forwardsCancel);
  }

  /** Where the message that is sent has this text. */
  GrpcFault whenAsked(String text) {
    return when(call -> call.has(text));
  }

  /** Changes the message that is sent. */
  <B extends MessageLite.Builder> GrpcFault asks(Supplier<B> type, Consumer<B> change) {
    return new GrpcFault(
        clause,
        cases,
        when,
        message -> changed(message, type, change),
        answers,
        end,
        forwardsCancel);
  }

  /** Changes the message that comes back. */
  <B extends MessageLite.Builder> GrpcFault answers(Supplier<B> type, Consumer<B> change) {
    return answers(message -> List.of(changed(message, type, change)));
  }

  GrpcFault answers(Function<ByteString, List<ByteString>> instead) {
    return new GrpcFault(clause, cases, when, asks, instead, end, forwardsCancel);
  }

  /** Ends with another status. */
  GrpcFault ends(UnaryOperator<Status> instead) {
    return ends(new End(instead, end.trailers(), end.isEarly()));
  }

  /** Ends as soon as it has answered. */
  GrpcFault endsEarly() {
    return ends(new End(end.status(), end.trailers(), true));
  }

  /** Says no more of an error than its code and text. */
  GrpcFault withoutDetails() {
    return trailers(_ -> new Metadata());
  }

  GrpcFault trailers(UnaryOperator<Metadata> change) {
    return ends(new End(end.status(), change, end.isEarly()));
  }

  private GrpcFault ends(End other) {
    return new GrpcFault(clause, cases, when, asks, answers, other, forwardsCancel);
  }

  /** Does not tell the host of a limit or an end; who set a limit hears nothing else of it. */
  GrpcFault ignoringCancel() {
    return new GrpcFault(clause, cases, when, asks, answers, end, false);
  }

  private static <B extends MessageLite.Builder> ByteString changed(
      ByteString message, Supplier<B> type, Consumer<B> change) {
    try {
      B builder = type.get();
      builder.mergeFrom(message);
      change.accept(builder);
      return builder.build().toByteString();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
