package dev.kiln.runtime.remote;

import dev.kiln.net.Address;
import dev.kiln.net.Address.Tcp;
import dev.kiln.net.Address.Unix;
import dev.kiln.net.ClientTls;
import dev.kiln.net.NettyDefaults;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A server that offers our gRPC service, or Porch's if it lacks ours. */
final class GrpcRemoteClient implements RemoteClient {
  /**
   * The limit for metadata. Porch's failures carry a text and ours small details, both in trailers.
   */
  private static final int MOST_METADATA = 64 << 10;

  /** How much a message may hold in addition to its list, mainly a log of 48 KiB. */
  private static final int BESIDE_THE_LIST = 128 << 10;

  private static final int WINDOW = 1 << 20;

  /** Kept in fields, because a logger that is garbage-collected loses its level. */
  private static final Logger LIBRARY = Logger.getLogger("io.grpc");

  private static final Logger OPTIONS = Logger.getLogger("io.netty.bootstrap");

  static {
    NettyDefaults.set();
    LIBRARY.setLevel(Level.SEVERE); // callers learn of a server's faults
    OPTIONS.setLevel(Level.SEVERE); // gRPC sets TCP options on Unix sockets as well
  }

  private final String where;
  private final @Nullable ClientTls tls;
  private final long maxMessageBytes;
  private final ManagedChannel channel;
  private volatile boolean porch; // the last call used Porch's service

  GrpcRemoteClient(RemoteAddress address, RemoteSettings settings) {
    this.where = address.toString();
    this.tls = address.tls() ? ClientTls.grpc(settings.tls()) : null;
    this.maxMessageBytes = settings.maxMessageBytes();
    this.channel =
        channel(builder(address.place()).intercept(new TokenInterceptor(settings.token())));
  }

  private static NettyChannelBuilder builder(Address place) {
    if (place instanceof Tcp(var host, int port)) {
      return NettyChannelBuilder.forAddress(host, port)
          .defaultLoadBalancingPolicy("round_robin")
          .channelType(NioSocketChannel.class, InetSocketAddress.class);
    }
    return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(((Unix) place).path()))
        .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
        .overrideAuthority("localhost");
  }

  private ManagedChannel channel(NettyChannelBuilder builder) {
    builder
        .eventLoopGroup(RemoteEventLoop.GROUP)
        .directExecutor() // its callbacks only pass on results
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_TIMEOUT.toMillis())
        .maxInboundMessageSize((int) Math.min(Integer.MAX_VALUE, maxMessageBytes + BESIDE_THE_LIST))
        .maxInboundMetadataSize(MOST_METADATA)
        .flowControlWindow(WINDOW)
        .disableServiceConfigLookUp();
    return (tls == null ? builder.usePlaintext() : builder.sslContext(tls.live())).build();
  }

  @Override
  public Attempt call(RemoteRequest ask) throws InterruptedException {
    if (tls != null) {
      tls.refresh();
    }
    boolean first = porch;
    Optional<Attempt> attempt = first ? callPorch(ask) : callOurs(ask);
    if (attempt.isEmpty()) {
      attempt = first ? callOurs(ask) : callPorch(ask);
      porch = first == attempt.isEmpty();
    }
    return attempt.orElseGet(
        () ->
            new Answered(
                RemoteOutcomes.invalidAnswer(
                    where
                        + " serves neither "
                        + FunctionServiceGrpc.SERVICE_NAME
                        + " nor "
                        + FunctionEvaluatorGrpc.SERVICE_NAME)));
  }

  private Optional<Attempt> callOurs(RemoteRequest ask) throws InterruptedException {
    var method = FunctionServiceGrpc.getEvaluateMethod();
    return attempt(
        ask,
        GrpcClientCall.start(channel, method, GrpcMessages.request(ask), ask.left()),
        answer -> GrpcMessages.outcome(answer, ask, where));
  }

  private Optional<Attempt> callPorch(RemoteRequest ask) throws InterruptedException {
    var method = FunctionEvaluatorGrpc.getEvaluateFunctionMethod();
    return attempt(
        ask,
        GrpcClientCall.start(channel, method, GrpcMessages.porchRequest(ask), ask.left()),
        answer -> GrpcMessages.outcome(answer, ask, where));
  }

  /** Runs a pipeline; its outcome is not found if the server does not support pipelines. */
  PipelineOutcome run(Pipeline pipeline, RemoteSettings settings) throws InterruptedException {
    if (tls != null) {
      tls.refresh();
    }
    RemoteRequest ask = RemoteRequest.of(pipeline.in(), settings);
    var method = FunctionServiceGrpc.getEvaluatePipelineMethod();
    var answered = new AtomicReference<@Nullable PipelineResponse>();
    Optional<Attempt> attempt =
        attempt(
            ask,
            GrpcClientCall.start(
                channel, method, GrpcMessages.request(ask, pipeline.steps()), ask.left()),
            answer -> {
              answered.set(answer);
              return Outcome.of(new Ending.Done());
            });
    PipelineResponse answer = answered.get();
    if (answer != null) {
      return GrpcMessages.outcome(answer, pipeline, where);
    }
    return attempt
        .map(this::unanswered)
        .orElseGet(() -> PipelineOutcome.of(new Ending.NotFound(where + " knows no pipelines")));
  }

  private PipelineOutcome unanswered(Attempt attempt) {
    return PipelineOutcome.of(
        switch (attempt) {
          case Answered(Outcome outcome) -> outcome.ending();
          case NotTaken(String why, _) -> new Ending.Busy(where + " cannot be called now: " + why);
          case Broken(String why) ->
              RemoteOutcomes.invalidAnswer(where + " gave no answer: " + why).ending();
        });
  }

  /** Sends a call; the result is empty if the server does not know the method. */
  private <A> Optional<Attempt> attempt(
      RemoteRequest ask, GrpcClientCall<?, A> call, Function<A, Outcome> read)
      throws InterruptedException {
    ask.cancellation().onCancel(call::cancel);
    try {
      GrpcClientCall.End<A> end = call.await(ask.left());
      if (end.answer() != null) {
        return Optional.of(new Answered(read.apply(end.answer())));
      }
      boolean isUnknown = end.status().getCode() == Status.Code.UNIMPLEMENTED;
      return isUnknown ? Optional.empty() : Optional.of(refused(end, ask));
    } catch (TimeoutException _) {
      call.cancel();
      return Optional.of(
          call.isSent()
              ? new Answered(ask.abandonedOutcome(where))
              : new NotTaken("no connection in time", false));
    } catch (InterruptedException e) {
      call.cancel();
      throw e;
    }
  }

  private Attempt refused(GrpcClientCall.End<?> end, RemoteRequest ask) {
    if (end.sent() && ask.isOver()) {
      return new Answered(ask.abandonedOutcome(where));
    }
    if (end.isTooLarge()) {
      return new Answered(RemoteOutcomes.tooLarge(where, maxMessageBytes));
    }
    Attempt attempt = GrpcStatuses.attempt(end, ask, where);
    if (attempt instanceof NotTaken(_, boolean reached) && !reached) {
      channel.enterIdle(); // the next call reconnects without the channel's backoff
    }
    return attempt;
  }

  /**
   * The answer of its health service. A server without one counts as ready if it answers at all.
   */
  @Override
  public Optional<String> findProblem(Duration limit) throws InterruptedException {
    GrpcClientCall<?, HealthCheckResponse> call =
        GrpcClientCall.start(
            channel,
            HealthGrpc.getCheckMethod(),
            HealthCheckRequest.getDefaultInstance(),
            limit.toNanos());
    try {
      return trouble(call.await(limit.toNanos()));
    } catch (TimeoutException _) {
      return Optional.of("no answer in time");
    } finally {
      call.cancel();
    }
  }

  private Optional<String> trouble(GrpcClientCall.End<HealthCheckResponse> end) {
    if (end.answer() != null) {
      ServingStatus status = end.answer().getStatus();
      return status == ServingStatus.SERVING
          ? Optional.empty()
          : Optional.of("its health is " + status);
    }
    return switch (end.status().getCode()) {
      case UNIMPLEMENTED, NOT_FOUND -> Optional.empty();
      default -> {
        channel.enterIdle();
        yield Optional.of(GrpcStatuses.describe(end.status()));
      }
    };
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
