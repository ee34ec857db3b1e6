package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.DescribeResponse;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.FunctionInfo;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The method {@code Describe}. */
class DescribeTest {
  @AutoClose
  private final GrpcTestHost host =
      GrpcTestHost.of(
          GrpcTestHost.nothing(),
          GrpcTestHost.function("other", (in, _) -> in),
          RegisteredFunction.of(
              "bare",
              List.of(),
              (_, _) -> false,
              _ -> {
                throw new AssertionError("is not called");
              }));

  @Test
  void givesOneDefinitionAsItWasPublished() {
    DescribeResponse answer = describe(DescribeRequest.newBuilder().setFunction("other"));
    assertThat(answer.getDefinitions().toStringUtf8()).isEqualTo(GrpcTestHost.definition("other"));
    assertThat(answer.getFunctionsList()).extracting(FunctionInfo::getName).containsOnly("other");
  }

  @Test
  void givesAllDefinitionsAsASequence() {
    DescribeResponse answer = describe(DescribeRequest.newBuilder());
    Node sequence = Yaml.parse(answer.getDefinitions().toByteArray());
    assertThat(sequence.items()).hasSize(2);
    for (Node one : sequence.items()) {
      String name = one.find("metadata.name").orElseThrow().text();
      assertThat(one.hasSameValueAs(definition(name).node())).isTrue();
    }
  }

  @Test
  void givesThemAsJson() {
    DescribeResponse all = describe(DescribeRequest.newBuilder().setAccept(Encoding.JSON));
    assertThat(all.getDefinitions().toStringUtf8()).startsWith("[").contains("\"nothing\"");
    DescribeResponse one =
        describe(DescribeRequest.newBuilder().setAccept(Encoding.JSON).setFunction("other"));
    assertThat(one.getDefinitions().toStringUtf8()).startsWith("{");
    assertThat(
            Yaml.parse(one.getDefinitions().toByteArray())
                .hasSameValueAs(definition("other").node()))
        .isTrue();
  }

  @Test
  void sumsUpEachFunction() {
    DescribeResponse answer = describe(DescribeRequest.newBuilder());
    assertThat(answer.getFunctionsList())
        .containsExactly(
            info("nothing"), info("other"), FunctionInfo.newBuilder().setName("bare").build());
  }

  @Test
  void anUnknownFunctionIsNotFound() {
    ReceivedStatus refused =
        ReceivedStatus.by(() -> describe(DescribeRequest.newBuilder().setFunction("nobody")));
    assertThat(refused.code()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused.text()).isEqualTo("no function \"nobody\" (there are bare, nothing, other)");
  }

  private static FunctionInfo info(String name) {
    return FunctionInfo.newBuilder()
        .setName(name)
        .addImages("example.com/fn/" + name + ":v1")
        .addSpecVersions("v1")
        .addSpecVersions("v2")
        .addConfigTypes("example.com/v1/" + name)
        .addConfigTypes("v1/ConfigMap")
        .setIdempotent(true)
        .build();
  }

  private static FunctionDefinition definition(String name) {
    return FunctionDefinition.parse(GrpcTestHost.bytes(GrpcTestHost.definition(name)));
  }

  private DescribeResponse describe(DescribeRequest.Builder request) {
    return host.functions().describe(request.build());
  }
}
