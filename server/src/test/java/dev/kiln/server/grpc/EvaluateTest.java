package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Reason;
import io.grpc.Status;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The method {@code Evaluate}: what ran is OK, whatever came of it. */
class EvaluateTest {
  @AutoClose
  private final GrpcTestHost host =
      GrpcTestHost.of(
          GrpcTestHost.nothing(),
          GrpcTestHost.function(
              "label",
              (in, call) -> {
                call.log().println("labelled");
                return in.mapItems(item -> item.withLabel("by", "label"));
              }),
          GrpcTestHost.function(
              "report",
              (in, call) -> {
                call.log().println("looked");
                in.items().forEach(item -> call.error(item, "metadata.name", "a bad name"));
                return in;
              }),
          GrpcTestHost.function(
              "talk",
              (in, call) -> {
                call.log().print("x".repeat(60 << 10) + "end");
                return in;
              }),
          GrpcTestHost.function(
              "throw",
              (in, _) -> {
                throw new IllegalStateException("broken");
              }));

  @Test
  void successIsOkWithTheList() {
    EvaluateResponse answer = host.evaluate("label", GrpcTestHost.LIST);
    assertThat(answer.getResourceList().toStringUtf8())
        .isEqualTo(GrpcTestHost.LIST + "    labels:\n      by: label\n");
    assertThat(answer.hasFailure()).isFalse();
    assertThat(answer.getLog().toStringUtf8()).isEqualTo("labelled\n");
    assertThat(answer.getLogTruncated()).isFalse();
    assertThat(answer.getFunction()).isEqualTo("label");
    assertThat(answer.getContentType()).isEqualTo(Encoding.YAML);
  }

  @Test
  void aFunctionThatFailedIsOkWithItsFailure() {
    EvaluateResponse answer = host.evaluate("report", GrpcTestHost.LIST);
    assertThat(answer.getResourceList()).isEqualTo(ByteString.EMPTY);
    assertThat(answer.getLog().toStringUtf8()).isEqualTo("looked\n");
    assertThat(answer.getFailure().getExitCode()).isEqualTo(1);
    assertThat(answer.getFailure().getReason()).isEqualTo(Reason.RESULTS);
    assertThat(answer.getFailure().getMessage()).isEqualTo("a bad name");
    assertThat(answer.getFailure().getResourceList().toStringUtf8())
        .startsWith(GrpcTestHost.LIST)
        .contains("message: a bad name");
    assertThat(answer.getFunction()).isEqualTo("report");
  }

  @Test
  void aFunctionThatThrewIsOkWithItsFailure() {
    EvaluateResponse answer = host.evaluate("throw", GrpcTestHost.LIST);
    assertThat(answer.getFailure().getExitCode()).isEqualTo(2);
    assertThat(answer.getFailure().getReason()).isEqualTo(Reason.EXCEPTION);
    assertThat(answer.getLog().toStringUtf8()).contains("IllegalStateException: broken");
  }

  @Test
  void tellsHowLongEachPhaseTook() {
    var timing = host.evaluate("label", GrpcTestHost.LIST).getTiming();
    Duration none = Duration.getDefaultInstance();
    assertThat(timing.getParse()).isNotEqualTo(none);
    assertThat(timing.getRun()).isNotEqualTo(none);
    assertThat(timing.getSerialize()).isNotEqualTo(none);
  }

  @Test
  void keepsTheEndOfALongLog() {
    EvaluateResponse answer = host.evaluate("talk", GrpcTestHost.LIST);
    assertThat(answer.getLogTruncated()).isTrue();
    assertThat(answer.getLog().size()).isEqualTo(48 << 10);
    assertThat(answer.getLog().toStringUtf8()).endsWith("xend");
  }

  @Test
  void answersInJsonIfAsked() {
    EvaluateRequest request =
        GrpcTestHost.request("nothing", GrpcTestHost.LIST).toBuilder()
            .setAccept(Encoding.JSON)
            .build();
    EvaluateResponse answer = host.functions().evaluate(request);
    assertThat(answer.getResourceList().toStringUtf8()).startsWith("{").contains("\"one\"");
    assertThat(answer.getContentType()).isEqualTo(Encoding.JSON);
  }

  @Test
  void answersJsonInYamlUnlessAsked() {
    String json = "{\"kind\": \"ResourceList\", \"items\": []}";
    EvaluateRequest request =
        GrpcTestHost.request("nothing", json).toBuilder().setContentType(Encoding.JSON).build();
    EvaluateResponse answer = host.functions().evaluate(request);
    assertThat(answer.getResourceList().toStringUtf8()).startsWith("kind: ResourceList");
    assertThat(answer.getContentType()).isEqualTo(Encoding.YAML);
  }

  @Test
  void refusesEncodingsItDoesNotKnow() {
    EvaluateRequest request =
        GrpcTestHost.request("nothing", GrpcTestHost.LIST).toBuilder().setAcceptValue(7).build();
    ReceivedStatus refused = refused(request);
    assertThat(refused.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.text()).startsWith("accept: ").contains("YAML or JSON");
  }

  @Test
  void choosesByImage() {
    EvaluateRequest request =
        GrpcTestHost.request("", GrpcTestHost.LIST).toBuilder()
            .setImage("example.com/fn/label:v2")
            .build();
    assertThat(host.functions().evaluate(request).getFunction()).isEqualTo("label");
  }

  @Test
  void aFunctionsNameWinsOverAnImage() {
    EvaluateRequest request =
        GrpcTestHost.request("nothing", GrpcTestHost.LIST).toBuilder()
            .setImage("example.com/fn/label:v1")
            .build();
    assertThat(host.functions().evaluate(request).getFunction()).isEqualTo("nothing");
  }

  @Test
  void unparsableIsAnInvalidArgumentWithItsPlace() {
    ReceivedStatus refused =
        refused(GrpcTestHost.request("nothing", "kind: ResourceList\nitems: [\n"));
    assertThat(refused.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.text()).contains("line ", "column ");
  }

  @Test
  void noResourceListIsAnInvalidArgument() {
    ReceivedStatus refused =
        refused(GrpcTestHost.request("nothing", "kind: ConfigMap\nitems: []\n"));
    assertThat(refused.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.text()).contains("ConfigMap", "ResourceList", "line 1, column 7");
  }

  @Test
  void anUnknownFunctionIsNotFound() {
    ReceivedStatus refused = refused(GrpcTestHost.request("lable", GrpcTestHost.LIST));
    assertThat(refused.code()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused.text())
        .isEqualTo("no function \"lable\" (there are label, nothing, report, talk, throw)");
  }

  @Test
  void anUnknownImageIsNotFound() {
    ReceivedStatus refused =
        refused(
            GrpcTestHost.request("", GrpcTestHost.LIST).toBuilder()
                .setImage("example.com/fn/no:v1")
                .build());
    assertThat(refused.code()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused.text()).contains("example.com/fn/no:v1");
  }

  private ReceivedStatus refused(EvaluateRequest request) {
    return ReceivedStatus.by(() -> host.functions().evaluate(request));
  }
}
