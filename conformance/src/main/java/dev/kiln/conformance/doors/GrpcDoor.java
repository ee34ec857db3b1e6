package dev.kiln.conformance.doors;

import com.google.protobuf.ByteString;
import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Spec v2 over gRPC, whose protocol the spec leaves open: Kiln's, or Porch's where that is not
 * served.
 */
public final class GrpcDoor implements Caller, AutoCloseable {
  /** It asks for what unix sockets lack, and says so to the person who reads the report. */
  private static final Logger OPTIONS = Logger.getLogger("io.netty.bootstrap");

  static {
    OPTIONS.setLevel(Level.SEVERE);
  }

  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final ManagedChannel channel;
  private final String function;
  private final Duration patience;

  /**
   * @param function which function to ask for; empty if there is no choice
   */
  public GrpcDoor(SocketAddress address, String function, Duration patience) {
    this.channel = channel(address);
    this.function = function;
    this.patience = patience;
  }

  private static ManagedChannel channel(SocketAddress address) {
    var builder =
        NettyChannelBuilder.forAddress(address)
            .eventLoopGroup(Sockets.LOOP)
            .channelType(Sockets.channel(address), address.getClass())
            .usePlaintext();
    if (address instanceof UnixDomainSocketAddress) {
      builder.overrideAuthority("localhost");
    }
    return builder.maxInboundMessageSize(Integer.MAX_VALUE).build();
  }

  public ManagedChannel channel() {
    return channel;
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public Answer call(Ask ask) {
    return evaluate(request(ask).build());
  }

  /** What a call sends. */
  public EvaluateRequest.Builder request(Ask ask) {
    return EvaluateRequest.newBuilder()
        .setResourceList(ByteString.copyFrom(ask.list()))
        .setFunction(function)
        .setContentType(encoding(ask.format()))
        .setAccept(encoding(ask.accept()));
  }

  /** Calls Kiln's service, or Porch's if it is not there. */
  public Answer evaluate(EvaluateRequest request) {
    return evaluate(request, patience);
  }

  /** The same, with another limit. */
  public Answer evaluate(EvaluateRequest request, Duration limit) {
    try {
      return answer(
          FunctionServiceGrpc.newBlockingStub(channel)
              .withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)
              .evaluate(request));
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode() == Status.Code.UNIMPLEMENTED
          ? porch(request.getResourceList().toByteArray(), "")
          : refusal(e);
    }
  }

  /** Sends a request; what is returned gives it up. */
  public Runnable begin(EvaluateRequest request) {
    Future<?> call = FunctionServiceGrpc.newFutureStub(channel).evaluate(request);
    return () -> call.cancel(true);
  }

  /** Calls Porch's service. */
  public Answer porch(byte[] list, String image) {
    var request =
        EvaluateFunctionRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(list))
            .setImage(image)
            .build();
    try {
      EvaluateFunctionResponse response =
          FunctionEvaluatorGrpc.newBlockingStub(channel)
              .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
              .evaluateFunction(request);
      return new Answer(
          Ending.SUCCESS,
          "gRPC OK",
          OptionalInt.of(0),
          response.getResourceList().toByteArray(),
          response.getLog().toStringUtf8(),
          Map.of());
    } catch (StatusRuntimeException e) {
      return refusal(e);
    }
  }

  private static Answer answer(EvaluateResponse response) {
    var fields =
        Map.of(
            "function", List.of(response.getFunction()),
            "content-type", List.of(mediaType(response.getContentType())));
    String log = response.getLog().toStringUtf8();
    if (!response.hasFailure()) {
      byte[] list = response.getResourceList().toByteArray();
      return new Answer(Ending.SUCCESS, "gRPC OK", OptionalInt.of(0), list, log, fields);
    }
    Failure failure = response.getFailure();
    return new Answer(
        Ending.FAILURE,
        "gRPC OK with a failure: " + failure.getReason() + ", " + failure.getMessage(),
        OptionalInt.of(failure.getExitCode()),
        response.getResourceList().isEmpty()
            ? failure.getResourceList().toByteArray()
            : response.getResourceList().toByteArray(),
        log,
        fields);
  }

  /** What a status that is not OK means. */
  public static Answer refusal(StatusRuntimeException e) {
    Status status = e.getStatus();
    return new Answer(
        Ending.REFUSED,
        "gRPC " + status.getCode() + ": " + status.getDescription(),
        OptionalInt.empty(),
        new byte[0],
        "",
        Map.of("code", List.of(status.getCode().name()), "details", details(e)));
  }

  /** What kinds of details there are. */
  private static List<String> details(StatusRuntimeException e) {
    var status = StatusProto.fromThrowable(e);
    return status == null
        ? List.of()
        : status.getDetailsList().stream().map(detail -> detail.getTypeUrl()).toList();
  }

  private static Encoding encoding(Format format) {
    return format == Format.JSON ? Encoding.JSON : Encoding.YAML;
  }

  private static String mediaType(Encoding encoding) {
    return encoding == Encoding.JSON ? Format.JSON.mediaType() : Format.YAML.mediaType();
  }

  /** Connects. */
  void greet() throws IOException {
    if (!Until.holds(CONNECT, () -> channel.getState(true) == ConnectivityState.READY)) {
      throw new ProtocolException("no gRPC");
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
