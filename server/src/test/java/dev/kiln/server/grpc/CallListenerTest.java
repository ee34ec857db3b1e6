package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CompletedCall;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What the journal hears of each call, and what is carried through it. */
class CallListenerTest {
  private static final Metadata.Key<String> ID = key("x-request-id");
  private static final Metadata.Key<String> TRACE = key("traceparent");
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @AutoClose
  private final GrpcTestHost host =
      GrpcTestHost.of(
          GrpcTestHost.nothing(),
          GrpcTestHost.function(
              "report",
              (in, call) -> {
                call.error("one");
                call.error("two");
                call.info("three");
                return in;
              }));

  private final AtomicReference<Metadata> headers = new AtomicReference<>();
  private final AtomicReference<Metadata> trailers = new AtomicReference<>();

  @Test
  void hearsOfASuccess() throws Exception {
    var request = GrpcTestHost.request("nothing", GrpcTestHost.LIST);
    var answer = host.functions().evaluate(request);
    CompletedCall call = host.next();
    assertThat(call.request().door()).isEqualTo("grpc");
    assertThat(call.function()).isEqualTo("nothing");
    assertThat(call.status()).isEqualTo("OK");
    assertThat(call.ending().exitCode()).isZero();
    assertThat(call.bytesIn()).isEqualTo(request.getSerializedSize());
    assertThat(call.bytesOut()).isEqualTo(answer.getSerializedSize());
    assertThat(call.duration()).isGreaterThanOrEqualTo(call.timing().run());
    assertThat(call.timing().run()).isPositive();
    assertThat(call.results()).isEmpty();
  }

  @Test
  void hearsOfResults() throws Exception {
    host.evaluate("report", GrpcTestHost.LIST);
    assertThat(host.next().results()).isEqualTo(Map.of(Severity.ERROR, 2, Severity.INFO, 1));
  }

  @Test
  void hearsOfWhatWasRefused() throws Exception {
    ReceivedStatus unknown = ReceivedStatus.by(() -> host.evaluate("nobody", GrpcTestHost.LIST));
    assertThat(host.next().status()).isEqualTo("NOT_FOUND").isEqualTo(unknown.code().name());
    ReceivedStatus bad = ReceivedStatus.by(() -> host.evaluate("nothing", "a: ["));
    assertThat(host.next().status()).isEqualTo("INVALID_ARGUMENT").isEqualTo(bad.code().name());
  }

  @Test
  void hearsOfTheOtherMethods() throws Exception {
    host.functions().describe(DescribeRequest.getDefaultInstance());
    assertThat(host.next().status()).isEqualTo("OK");
    var request = EvaluateFunctionRequest.newBuilder().setImage("no").build();
    ReceivedStatus refused = ReceivedStatus.by(() -> host.porch().evaluateFunction(request));
    CompletedCall call = host.next();
    assertThat(call.request().door()).isEqualTo("porch");
    assertThat(call.status()).isEqualTo("NOT_FOUND").isEqualTo(refused.code().name());
  }

  @Test
  void carriesIdAndTraceThrough() throws Exception {
    var sent = new Metadata();
    sent.put(ID, "abc-1");
    sent.put(TRACE, PARENT);
    call(sent, GrpcTestHost.request("nothing", GrpcTestHost.LIST));
    CompletedCall call = host.next();
    assertThat(call.request().id()).isEqualTo("abc-1");
    assertThat(call.request().traceparent()).isEqualTo(PARENT);
    assertThat(headers.get().get(ID)).isEqualTo("abc-1");
  }

  @Test
  void makesAnIdIfThereIsNone() throws Exception {
    call(new Metadata(), GrpcTestHost.request("nothing", GrpcTestHost.LIST));
    assertThat(host.next().request().id()).isNotEmpty().isEqualTo(headers.get().get(ID));
  }

  @Test
  void givesTheIdWithARefusalToo() throws Exception {
    var sent = new Metadata();
    sent.put(ID, "abc-2");
    ReceivedStatus refused =
        ReceivedStatus.by(() -> call(sent, GrpcTestHost.request("nobody", GrpcTestHost.LIST)));
    assertThat(host.next().request().id()).isEqualTo("abc-2");
    assertThat(refused.trailers().get(ID)).isEqualTo("abc-2");
  }

  private void call(Metadata sent, EvaluateRequest request) {
    host.functions()
        .withInterceptors(
            MetadataUtils.newAttachHeadersInterceptor(sent),
            MetadataUtils.newCaptureMetadataInterceptor(headers, trailers))
        .evaluate(request);
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
