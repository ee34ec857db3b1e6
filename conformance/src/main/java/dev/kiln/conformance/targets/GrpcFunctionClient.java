package dev.kiln.conformance.targets;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
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
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Spec v2 over gRPC, whose protocol the spec leaves open: Kiln's, or Porch's where that is not
 * served.
 */
public final class GrpcFunctionClient implements FunctionClient {
  /** It asks for what unix sockets lack, and says so to the person who reads the report. */
  private static final Logger OPTIONS = Logger.getLogger("io.netty.bootstrap");

  static {
    OPTIONS.setLevel(Level.SEVERE);
  }

  private static final Duration CONNECT = Duration.ofSeconds(5);

  /** What a client of gRPC in Java takes if it is not told otherwise. */
  private static final int METADATA = 8 << 10;

  private static final Metadata.Key<String> TIMEOUT =
      Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER);

  private final SocketAddress address;
  private final ManagedChannel channel;
  private final String function;
  private final Duration timeout;

  /**
   * @param function which function to ask for; empty if there is no choice
   */
  public GrpcFunctionClient(SocketAddress address, String function, Duration timeout) {
    this(address, function, timeout, METADATA);
  }

  private GrpcFunctionClient(
      SocketAddress address, String function, Duration timeout, int metadata) {
    this.address = address;
    this.channel = channel(address, metadata);
    this.function = function;
    this.timeout = timeout;
  }

  /** The same door for a client that takes so many bytes of metadata. */
  public GrpcFunctionClient withMaxMetadata(int metadata) {
    return new GrpcFunctionClient(address, function, timeout, metadata);
  }

  private static ManagedChannel channel(SocketAddress address, int metadata) {
    var builder =
        NettyChannelBuilder.forAddress(address)
            .eventLoopGroup(ChannelTypes.LOOP)
            .channelType(ChannelTypes.channel(address), address.getClass())
            .usePlaintext();
    if (address instanceof UnixDomainSocketAddress) {
      builder.overrideAuthority("localhost");
    }
    return builder
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .maxInboundMetadataSize(metadata)
        .build();
  }

  public ManagedChannel channel() {
    return channel;
  }

  /** Kiln's service, for calls that end when patience does. */
  public FunctionServiceGrpc.FunctionServiceBlockingStub functions() {
    return FunctionServiceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Duration timeout() {
    return timeout;
  }

  @Override
  public FunctionResponse call(FunctionRequest ask) {
    return evaluate(request(ask).build());
  }

  /** What a call sends. */
  public EvaluateRequest.Builder request(FunctionRequest ask) {
    return EvaluateRequest.newBuilder()
        .setResourceList(ByteString.copyFrom(ask.list()))
        .setFunction(function)
        .setContentType(encoding(ask.format()))
        .setAccept(encoding(ask.accept()));
  }

  /** Calls Kiln's service, or Porch's if it is not there. */
  public FunctionResponse evaluate(EvaluateRequest request) {
    return evaluate(request, new Metadata());
  }

  /** Sends the deadline to the server as well; it is not enforced locally. */
  public FunctionResponse evaluate(EvaluateRequest request, Duration limit) {
    var headers = new Metadata();
    headers.put(TIMEOUT, limit.toMillis() + "m");
    return evaluate(request, headers);
  }

  /** The same, with metadata. */
  public FunctionResponse evaluate(EvaluateRequest request, Metadata headers) {
    var stub =
        FunctionServiceGrpc.newFutureStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    FunctionResponse answer = await(stub.evaluate(request), GrpcFunctionClient::answer);
    return answer.field("code").equals(Optional.of(Status.Code.UNIMPLEMENTED.name()))
        ? porch(request.getResourceList().toByteArray(), "")
        : answer;
  }

  /** Without a deadline of gRPC: a client that keeps one says what the server was to say. */
  private <A> FunctionResponse await(Future<A> call, Function<A, FunctionResponse> answered) {
    try {
      return answered.apply(call.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StatusRuntimeException refusal) {
        return refusal(refusal);
      }
      throw new IllegalStateException(e);
    } catch (TimeoutException _) {
      call.cancel(true);
      return FunctionResponse.noAnswer(
          "gRPC: no answer within %d s".formatted(timeout.toSeconds()), "");
    } catch (InterruptedException _) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      return FunctionResponse.noAnswer("gRPC: the call was cancelled", "");
    }
  }

  /** Sends a request; what is returned gives it up. */
  public Runnable begin(EvaluateRequest request) {
    Future<?> call = FunctionServiceGrpc.newFutureStub(channel).evaluate(request);
    return () -> call.cancel(true);
  }

  /** Calls Porch's service. */
  public FunctionResponse porch(byte[] list, String image) {
    var request =
        EvaluateFunctionRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(list))
            .setImage(image)
            .build();
    return await(
        FunctionEvaluatorGrpc.newFutureStub(channel).evaluateFunction(request),
        GrpcFunctionClient::answer);
  }

  private static FunctionResponse answer(EvaluateFunctionResponse response) {
    return new FunctionResponse(
        CallOutcome.SUCCESS,
        "gRPC OK",
        OptionalInt.of(0),
        response.getResourceList().toByteArray(),
        response.getLog().toStringUtf8(),
        Map.of());
  }

  /** What an answer of Kiln's service means. */
  public static FunctionResponse answer(EvaluateResponse response) {
    var fields =
        Map.of(
            "function", List.of(response.getFunction()),
            "content-type", List.of(mediaType(response.getContentType())));
    String log = response.getLog().toStringUtf8();
    if (!response.hasFailure()) {
      byte[] list = response.getResourceList().toByteArray();
      return new FunctionResponse(
          CallOutcome.SUCCESS, "gRPC OK", OptionalInt.of(0), list, log, fields);
    }
    Failure failure = response.getFailure();
    return new FunctionResponse(
        CallOutcome.FAILURE,
        "gRPC OK with a failure: " + failure.getReason() + ", " + failure.getMessage(),
        OptionalInt.of(failure.getExitCode()),
        response.getResourceList().isEmpty()
            ? failure.getResourceList().toByteArray()
            : response.getResourceList().toByteArray(),
        log,
        fields);
  }

  /** What a status that is not OK means. */
  public static FunctionResponse refusal(StatusRuntimeException e) {
    Status status = e.getStatus();
    List<Any> details = details(e);
    return new FunctionResponse(
        CallOutcome.REFUSED,
        "gRPC " + status.getCode() + ": " + why(status),
        exitCode(details),
        new byte[0],
        "",
        Map.of("code", List.of(status.getCode().name()), "details", kinds(details)));
  }

  /** In the words of the server, or of the library where it could not be understood. */
  private static String why(Status status) {
    Throwable cause = status.getCause();
    return status.getDescription() + (cause == null ? "" : ": " + cause.getMessage());
  }

  private static List<Any> details(StatusRuntimeException e) {
    var status = StatusProto.fromThrowable(e);
    return status == null ? List.of() : status.getDetailsList();
  }

  private static List<String> kinds(List<Any> details) {
    return details.stream().map(Any::getTypeUrl).toList();
  }

  /** Of the function, where a failure is packed into the details. */
  private static OptionalInt exitCode(List<Any> details) {
    return details.stream()
        .filter(detail -> detail.is(Failure.class))
        .mapToInt(GrpcFunctionClient::exitCode)
        .findFirst();
  }

  private static int exitCode(Any failure) {
    try {
      return failure.unpack(Failure.class).getExitCode();
    } catch (InvalidProtocolBufferException _) {
      return 0; // which no failure has
    }
  }

  private static Encoding encoding(ListFormat format) {
    return format == ListFormat.JSON ? Encoding.JSON : Encoding.YAML;
  }

  private static String mediaType(Encoding encoding) {
    return encoding == Encoding.JSON ? ListFormat.JSON.mediaType() : ListFormat.YAML.mediaType();
  }

  /** Connects. */
  @Override
  public void checkProtocol() throws IOException {
    if (!Polling.until(CONNECT, () -> channel.getState(true) == ConnectivityState.READY)) {
      throw new ProtocolException("no gRPC");
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
