package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GoClientIT {
  private static final String EVALUATE = "krm.function.v2alpha1.FunctionService/Evaluate";
  private static final String PIPELINE = "krm.function.v2alpha1.FunctionService/EvaluatePipeline";
  private static final String PORCH = "evaluator.FunctionEvaluator/EvaluateFunction";
  private static final String SET_LABELS = "{\"function\": \"set-labels\"}";

  @RegisterExtension static final SharedHost host = InteropHost.calledBy(() -> Peers.go("client"));

  @Test
  void evaluates() throws Exception {
    Program.Ended ended = call(Lists.LABEL, "-request", SET_LABELS, EVALUATE).well();

    assertThat(ended.out()).isEqualTo(Lists.LABELLED);
    assertThat(ended.err())
        .contains("\"function\":\"set-labels\"", "\"content_type\":\"YAML\"", "code: OK\n")
        .doesNotContain("failure", "packed");
  }

  @Test
  void runsAPipeline() throws Exception {
    String steps = "{\"steps\": [%s, %s]}".formatted(step("one"), step("two"));
    Program.Ended ended = call(Lists.LABEL, "-request", steps, PIPELINE).well();

    assertThat(ended.out()).isEqualTo(Lists.LABELLED_BY_STEPS);
    assertThat(ended.err()).contains("\"name\":\"one\"", "\"name\":\"two\"");
  }

  @Test
  void learnsWhichStepFailed() throws Exception {
    String steps = "{\"steps\": [%s, {\"function\": \"throw\"}]}".formatted(step("one"));
    Program.Ended ended = call(Lists.LABEL, "-request", steps, PIPELINE).well();

    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("\"failed_step\":2", "\"reason\":\"EXCEPTION\"");
  }

  private static String step(String name) {
    String config = Base64.getEncoder().encodeToString(Lists.CONFIG.getBytes(UTF_8));
    return "{\"name\": \"%s\", \"function\": \"set-labels\", \"function_config\": \"%s\"}"
        .formatted(name, config);
  }

  @Test
  void getsNoListFromAFunctionThatFailed() throws Exception {
    Program.Ended ended = call(Lists.forFunction("throw"), EVALUATE).well();

    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("\"failure\":{\"exit_code\":2");
  }

  @Test
  void givesUpAtItsDeadline() throws Exception {
    assertThat(call(Lists.forFunction("sleep"), "-deadline", "500ms", EVALUATE).err())
        .contains("code: DeadlineExceeded\n");
    host.get().awaitNothingInFlight();
  }

  @Test
  void readsTheDetailsOfPorchsError() throws Exception {
    String image = "{\"image\": \"example.com/fn/throw:v1\"}";
    Program.Ended ended = call(Lists.forFunction("throw"), "-request", image, PORCH);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .contains(
            "code: Internal\n",
            "cannot do it",
            "detail: krm.function.v2alpha1.Failure {\"exit_code\":2,\"reason\":\"EXCEPTION\"");
  }

  @Test
  void readsWhenToTryAgain() throws Exception {
    try (var draining = InteropHost.start();
        var caller = new Background(client(draining.address("grpc"), EVALUATE))) {
      caller.send(Lists.forFunction("sleep"));
      draining.awaitMetric("krm_calls_running", 1);
      draining.signal("TERM");
      draining.awaitErr("SIGTERM");

      assertThat(callAt(draining.address("grpc"), Lists.LABEL, EVALUATE).err())
          .contains("code: Unavailable\n", "detail: google.rpc.RetryInfo {\"retry_delay\":\"1s\"}");
    }
  }

  @Test
  void isToldOfTheLimitOfAMessage() throws Exception {
    String large = Lists.padding(InteropHost.MOST + (1 << 20)) + Lists.LABEL;

    assertThat(call(large, "-request", SET_LABELS, EVALUATE).err())
        .contains("code: ResourceExhausted\n", "--max-message-bytes");
  }

  @Test
  void getsALargeAnswer() throws Exception {
    String padding = Lists.padding(3 << 20);

    assertThat(call(padding + Lists.LABEL, "-request", SET_LABELS, EVALUATE).well().out())
        .isEqualTo(padding + Lists.LABELLED);
  }

  @Test
  void packsAndUnpacks() throws Exception {
    String padding = Lists.padding(100_000);
    Program.Ended ended =
        call(padding + Lists.LABEL, "-gzip", "-request", SET_LABELS, EVALUATE).well();

    assertThat(ended.out()).isEqualTo(padding + Lists.LABELLED);
    assertThat(ended.err()).contains("packed: gzip\n");
  }

  @Test
  void watchesHealthUntilTheHostIsGone() throws Exception {
    try (var ending = HostProcess.start()) {
      try (var watcher =
          new Background(client(ending.address("grpc"), "watch:function/set-labels"))) {
        assertThat(watcher.line()).isEqualTo("status: SERVING");
        ending.signal("TERM");

        assertThat(watcher.line()).isEqualTo("status: NOT_SERVING");
        assertThat(ending.exit()).isZero();
      }
    }
  }

  private static Program.Ended call(String list, String... args) throws Exception {
    return callAt(host.get().address("grpc"), list, args);
  }

  private static Program.Ended callAt(String address, String list, String... args)
      throws Exception {
    return Program.run(list.getBytes(UTF_8), client(address, args));
  }

  private static List<String> client(String address, String... args) throws Exception {
    Path protos = Path.of(System.getProperty("kiln.top"), "proto/src/main/protobuf");
    var command =
        new ArrayList<>(
            List.of(Peers.go("client"), "-addr", address, "-protos", protos.toString()));
    command.addAll(List.of(args));
    return command;
  }
}
