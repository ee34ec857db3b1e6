package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.StuckCallListener;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.Refusal;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A door on a port of this machine, with a client that calls it. */
final class GrpcTestHost implements AutoCloseable {
  /** How long a test waits for what is to happen soon. */
  static final Duration SOON = Duration.ofSeconds(30);

  static final Limits LIMITS = new Limits(1 << 20, 64 << 20, 4, 4, 4096, 4, Duration.ofMinutes(1));

  static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: one # the first
      """;

  final Evaluator evaluator;
  final FunctionRegistry runners;
  final GrpcDoor door;
  final ManagedChannel channel;
  private final OpenGrpcDoor open;
  final BlockingQueue<CompletedCall> journal = new LinkedBlockingQueue<>();

  private GrpcTestHost(
      Limits limits, ConnectionLimits connections, RegisteredFunction... functions) {
    runners = new FunctionRegistry(Arrays.asList(functions));
    evaluator = new Evaluator(runners, limits, StuckCallListener.IGNORE);
    open = OpenGrpcDoor.of(evaluator, journal::add, connections);
    door = open.door;
    channel = open.channel();
  }

  static GrpcTestHost of(RegisteredFunction... functions) {
    return of(LIMITS, functions);
  }

  static GrpcTestHost of(Limits limits, RegisteredFunction... functions) {
    return of(limits, ConnectionLimits.defaults(), functions);
  }

  static GrpcTestHost of(
      Limits limits, ConnectionLimits connections, RegisteredFunction... functions) {
    return new GrpcTestHost(limits, connections, functions);
  }

  /** A function of that name, for the image {@code example.com/fn/NAME:v1}. */
  static RegisteredFunction function(String name, KrmFunction function) {
    return JavaRunner.register(
        FunctionClass.of(FunctionDefinition.parse(bytes(definition(name))), function));
  }

  static String definition(String name) {
    return """
    # What it is.
    apiVersion: config.kubernetes.io/v1alpha1
    kind: KRMFunctionDefinition
    metadata:
      name: %1$s
    spec:
      group: example.com
      names:
        kind: %1$s
      versions:
        - name: v1
          idempotent: true
          conformWithSpecVersions: [v1, v2]
          runtime:
            container:
              image: example.com/fn/%1$s:v1
    """
        .formatted(name);
  }

  static RegisteredFunction nothing() {
    return function("nothing", (in, _) -> in);
  }

  NettyChannelBuilder client() {
    return open.client();
  }

  InetSocketAddress address() {
    return open.address();
  }

  FunctionServiceGrpc.FunctionServiceBlockingStub functions() {
    return FunctionServiceGrpc.newBlockingStub(channel).withDeadlineAfter(SOON);
  }

  FunctionEvaluatorGrpc.FunctionEvaluatorBlockingStub porch() {
    return FunctionEvaluatorGrpc.newBlockingStub(channel).withDeadlineAfter(SOON);
  }

  EvaluateResponse evaluate(String function, String list) {
    return functions().evaluate(request(function, list));
  }

  static EvaluateRequest request(String function, String list) {
    return EvaluateRequest.newBuilder()
        .setFunction(function)
        .setResourceList(ByteString.copyFromUtf8(list))
        .build();
  }

  /** What the journal hears next. */
  CompletedCall next() throws InterruptedException {
    CompletedCall call = journal.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(call).as("a call in the journal").isNotNull();
    return call;
  }

  /** What the door refuses next. */
  Refusal nextRefusal() throws InterruptedException {
    Refusal refusal = open.refusals.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(refusal).as("a refusal").isNotNull();
    return refusal;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Waits until it holds. */
  static void until(BooleanSupplier holds) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    open.close();
    evaluator.close();
  }
}
