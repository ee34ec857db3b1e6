package dev.kiln.server.grpc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.porch.FunctionEvaluatorGrpc;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.proto.v2alpha1.Reason;
import dev.kiln.runtime.ProgramOutput;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.sdk.KrmFunction;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Porch's service. */
class PorchTest {
  /** What a Java client accepts of metadata unless told otherwise. */
  private static final int CLIENT_ACCEPTS = 8 << 10;

  @Test
  void successIsOkWithListAndLog() {
    try (var host = host((in, call) -> in.mapItems(item -> logged(call, item)))) {
      EvaluateFunctionResponse answer = host.porch().evaluateFunction(request(GrpcTestHost.LIST));
      assertThat(answer.getResourceList().toStringUtf8()).isEqualTo(GrpcTestHost.LIST);
      assertThat(answer.getLog().toStringUtf8()).isEqualTo("saw one\n");
    }
  }

  private static <T> T logged(dev.kiln.sdk.Call call, T item) {
    call.log().println("saw one");
    return item;
  }

  @Test
  void answersInTheFormatOfTheRequest() {
    String json = "{\"kind\": \"ResourceList\", \"items\": []}";
    try (var host = host((in, _) -> in)) {
      EvaluateFunctionResponse answer = host.porch().evaluateFunction(request(json));
      assertThat(answer.getResourceList().toStringUtf8()).isEqualTo(json);
    }
  }

  @Test
  void anUnknownImageIsNotFound() {
    try (var host = host((in, _) -> in)) {
      var request = request(GrpcTestHost.LIST).toBuilder().setImage("example.com/other:v1").build();
      ReceivedStatus refused = refused(host, request);
      assertThat(refused.code()).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(refused.text()).contains("example.com/other:v1");
    }
  }

  @Test
  void aFailedFunctionIsInternalWithItsResultsAndStderr() throws Exception {
    try (var host =
        host(
            (in, call) -> {
              call.log().println("about to look");
              in.items().forEach(item -> call.error(item, "metadata.name", "a bad name"));
              call.warn("this was the last");
              return in;
            })) {
      ReceivedStatus refused = refused(host, request(GrpcTestHost.LIST));
      assertThat(refused.code()).isEqualTo(Status.Code.INTERNAL);
      assertThat(refused.text())
          .isEqualTo(
              """
              a bad name
              error: a bad name (ConfigMap one, metadata.name)
              warning: this was the last
              stderr:
              about to look""");
      Failure failure = refused.detail(Failure.class);
      assertThat(failure.getExitCode()).isEqualTo(1);
      assertThat(failure.getReason()).isEqualTo(Reason.RESULTS);
      assertThat(failure.getResourceList().toStringUtf8())
          .startsWith(GrpcTestHost.LIST)
          .contains("message: a bad name");
      assertThat(host.next().request().door()).isEqualTo("porch");
    }
  }

  @Test
  void aFailedProgramIsInternalWithTheResultsOfItsListAndStderr() {
    String output =
        "kind: ResourceList\nitems: []\nresults:\n- {message: no such key, severity: error}\n";
    Runner program =
        in -> {
          in.log().stream().writeBytes(GrpcTestHost.bytes("about to look\n"));
          return ProgramOutput.outcome("search", 1, GrpcTestHost.bytes(output), "about to look");
        };
    try (var host =
        GrpcTestHost.of(RegisteredFunction.of("f", List.of(), (_, _) -> false, program))) {
      assertThat(
              refused(
                      host,
                      EvaluateFunctionRequest.newBuilder()
                          .setResourceList(ByteString.copyFromUtf8(GrpcTestHost.LIST))
                          .build())
                  .text())
          .isEqualTo(
              """
              search ended with exit code 1: about to look
              error: no such key
              stderr:
              about to look""");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "é", "世", "🏺", "%", "\t", "\u0001", "~"})
  void allTrailersOfAFailedFunctionStayUnderSevenKib(String character) throws Exception {
    String text = character.repeat(20_000);
    try (var host =
        host(
            (in, call) -> {
              call.log().print(text + "the end");
              call.error("no. 1 " + text);
              in.items().forEach(item -> call.error(item, text, "no. 2 " + text));
              return in;
            })) {
      ReceivedStatus refused = refused(host, request(GrpcTestHost.LIST));
      assertThat(refused.code()).isEqualTo(Status.Code.INTERNAL);
      assertThat(refused.text()).startsWith("no. 1 ").endsWith("the end");
      Failure failure = refused.detail(Failure.class);
      assertThat(failure.getExitCode()).isEqualTo(1);
      assertThat(failure.getResourceList()).isEqualTo(ByteString.EMPTY);
      assertThat(size(refused)).isBetween(5 << 10, 7 << 10);
    }
  }

  @Test
  void aLongNameThatIsNotFoundDoesNotFillTheTrailers() {
    try (var host = host((in, _) -> in)) {
      var request = request(GrpcTestHost.LIST).toBuilder().setImage("世".repeat(20_000)).build();
      ReceivedStatus refused = refused(host, request);
      assertThat(refused.code()).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(size(refused)).isLessThan(7 << 10);
    }
  }

  private static GrpcTestHost host(KrmFunction function) {
    return GrpcTestHost.of(GrpcTestHost.function("only", function), GrpcTestHost.nothing());
  }

  private static EvaluateFunctionRequest request(String list) {
    return EvaluateFunctionRequest.newBuilder()
        .setResourceList(ByteString.copyFromUtf8(list))
        .setImage("example.com/fn/only:v1")
        .build();
  }

  private static ReceivedStatus refused(GrpcTestHost host, EvaluateFunctionRequest request) {
    ManagedChannel channel = host.client().maxInboundMetadataSize(CLIENT_ACCEPTS).build();
    try {
      var porch =
          FunctionEvaluatorGrpc.newBlockingStub(channel).withDeadlineAfter(GrpcTestHost.SOON);
      return ReceivedStatus.by(() -> porch.evaluateFunction(request));
    } finally {
      channel.shutdownNow();
    }
  }

  /** As HTTP/2 counts headers: names, values as they are written, and 32 bytes for each. */
  private static int size(ReceivedStatus refused) {
    Metadata trailers = refused.trailers();
    int size = header(":status", 3) + header("content-type", 16) + header("grpc-status", 2);
    size += header("grpc-message", encoded(refused.text()));
    for (String name : trailers.keys()) {
      size += header(name, length(trailers, name));
    }
    return size;
  }

  private static int length(Metadata trailers, String name) {
    if (name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
      var key = Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER);
      return (requireNonNull(trailers.get(key)).length * 4 + 2) / 3;
    }
    var key = Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    return requireNonNull(trailers.get(key)).length();
  }

  private static int encoded(String text) {
    int size = 0;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      size += b < ' ' || b >= '~' || b == '%' ? 3 : 1;
    }
    return size;
  }

  private static int header(String name, int value) {
    return name.length() + value + 32;
  }
}
