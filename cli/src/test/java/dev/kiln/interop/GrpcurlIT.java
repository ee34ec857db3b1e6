package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Program;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What grpcurl knows of the contract, the host's reflection told it. */
class GrpcurlIT {
  private static final Pattern LIST = Pattern.compile("\"resource_list\": \"([^\"]*)\"");

  @RegisterExtension static final SharedHost host = InteropHost.calledBy(() -> Peers.go("grpcurl"));

  @Test
  void listsTheServices() throws Exception {
    assertThat(grpcurl("", "list").well().out().lines())
        .contains(
            "evaluator.FunctionEvaluator",
            "grpc.health.v1.Health",
            "krm.function.v2alpha1.FunctionService");
  }

  @Test
  void describesAMethod() throws Exception {
    String method = "krm.function.v2alpha1.FunctionService.Evaluate";

    assertThat(grpcurl("", "describe", method).well().out())
        .contains("rpc Evaluate ( .krm.function.v2alpha1.EvaluateRequest )");
  }

  @Test
  void evaluates() throws Exception {
    String request = request("function", "set-labels", Lists.LABEL);
    String method = "krm.function.v2alpha1.FunctionService/Evaluate";

    assertThat(list(grpcurl(request, method).well())).isEqualTo(Lists.LABELLED);
  }

  @Test
  void evaluatesAsPorchAsks() throws Exception {
    String image = "kiln.dev/functions/set-labels:v1";
    String request = request("image", image, Lists.LABEL);

    assertThat(list(grpcurl(request, "evaluator.FunctionEvaluator/EvaluateFunction").well()))
        .isEqualTo(Lists.LABELLED);
  }

  @Test
  void showsWhatIsInAnError() throws Exception {
    String request = request("image", "example.com/fn/throw:v1", Lists.forFunction("throw"));
    Program.Ended ended = grpcurl(request, "evaluator.FunctionEvaluator/EvaluateFunction");

    assertThat(ended.err())
        .contains("Code: Internal", "cannot do it", "krm.function.v2alpha1.Failure", "EXCEPTION");
  }

  @Test
  void asksForHealth() throws Exception {
    String request = "{\"service\": \"function/set-labels\"}";

    assertThat(grpcurl(request, "grpc.health.v1.Health/Check").well().out()).contains("SERVING");
  }

  private static String request(String chosenBy, String value, String list) {
    String packed = Base64.getEncoder().encodeToString(list.getBytes(UTF_8));
    return "{\"%s\": \"%s\", \"resource_list\": \"%s\"}".formatted(chosenBy, value, packed);
  }

  private static String list(Program.Ended ended) {
    Matcher list = LIST.matcher(ended.out());
    assertThat(list.find()).as(ended.out()).isTrue();
    return new String(Base64.getDecoder().decode(list.group(1)), UTF_8);
  }

  private static Program.Ended grpcurl(String request, String... words) throws Exception {
    var command = new ArrayList<>(List.of(Peers.go("grpcurl"), "-plaintext"));
    if (!request.isEmpty()) {
      command.addAll(List.of("-d", "@"));
    }
    command.add(host.get().address("grpc"));
    command.addAll(List.of(words));
    return Program.run(request.getBytes(UTF_8), command);
  }
}
