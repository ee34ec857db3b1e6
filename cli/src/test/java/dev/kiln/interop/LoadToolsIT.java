package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.testkit.Await;
import dev.kiln.testkit.Program;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Load generators look at every answer, if not at all of it. */
class LoadToolsIT {
  @TempDir static Path folder;

  @RegisterExtension static final SharedHost host = SharedHost.of(HostProcess::start);

  @Test
  void wrkGetsNothingButSuccess() throws Exception {
    String wrk = Peers.program("wrk");
    Path script = folder.resolve("post.lua");
    Files.writeString(
        script,
        """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "text/yaml"
        wrk.body = [[
        %s]]
        function done(summary, latency, requests)
          local e = summary.errors
          io.write(string.format("answers %%d not-2xx %%d failures %%d\\n", summary.requests,
            e.status, e.connect + e.read + e.write + e.timeout))
        end
        """
            .formatted(Lists.LABEL));
    String url = "http://" + host.get().address("http") + "/";
    Program.Ended ended =
        Program.run(
                List.of(
                    wrk, "-t1", "-c16", "-d2s", "--timeout", "60s", "-s", script.toString(), url))
            .well();

    assertThat(ended.out()).containsPattern("answers [1-9]\\d* not-2xx 0 failures 0\n");
    host.get().awaitNothingInFlight();
  }

  @Test
  void h2loadGetsNothingButSuccess() throws Exception {
    String h2load = Peers.program("h2load");
    Path message = Files.write(folder.resolve("message"), grpcMessage());
    String url =
        "http://" + host.get().address("grpc") + "/krm.function.v2alpha1.FunctionService/Evaluate";
    double before = served();
    Program.Ended ended =
        Program.run(
                List.of(
                    h2load,
                    "--requests=2000",
                    "--clients=4",
                    "--max-concurrent-streams=16",
                    "--header=content-type: application/grpc",
                    "--header=te: trailers",
                    "--data=" + message,
                    url))
            .well();

    assertThat(ended.out())
        .contains("2000 succeeded, 0 failed, 0 errored, 0 timeout", "2000 2xx, 0 3xx, 0 4xx");
    host.get().awaitNothingInFlight();
    // HTTP/2's 200 says nothing about gRPC's status; a call is counted behind its answer
    Await.until(() -> "not 2000 calls were answered well", () -> served() - before >= 2000);
    assertThat(served() - before).isEqualTo(2000);
  }

  /** How many gRPC calls set-labels answered well. */
  private static double served() throws Exception {
    return host.get()
        .metric("krm_calls_total{door=\"grpc\",function=\"set-labels\",outcome=\"ok\"}");
  }

  private static byte[] grpcMessage() throws IOException {
    byte[] message =
        EvaluateRequest.newBuilder()
            .setFunction("set-labels")
            .setResourceList(ByteString.copyFrom(Lists.LABEL, UTF_8))
            .build()
            .toByteArray();
    var framed = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(framed)) {
      out.writeByte(0); // not compressed
      out.writeInt(message.length);
      out.write(message);
    }
    return framed.toByteArray();
  }
}
