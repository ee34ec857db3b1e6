package dev.kiln.server.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.instances.ChildTermination;
import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.runtime.remote.ProgramServers;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.runtime.remote.ServerSettings;
import dev.kiln.server.TestFunctions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program of {@code FunctionServer}'s is a server that can be started and kept. */
class ServedProgramTest {
  private static final String LIST = "kind: ResourceList\nitems: [] # none\n";

  @ParameterizedTest
  @CsvSource({"HTTP,false", "HTTP,true", "GRPC,false", "GRPC,true"})
  void itIsStartedCalledAndEnded(Protocol protocol, boolean tcp) {
    var launch =
        new LaunchSpec(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                TestFunctions.class.getName()),
            Map.of(),
            Optional.empty(),
            ChildTermination.OF_PROCESS);
    var settings = ServerSettings.of(RemoteSettings.of(1 << 20).withFunction("nothing"));
    try (var instances = new Instances(InstanceLimits.defaults());
        var runner =
            new ServerRunner(
                "box", new ProgramServers(launch, protocol, tcp), settings, instances)) {
      Invocation in =
          Invocation.of(LIST.getBytes(UTF_8))
              .withDeadline(Instant.now().plus(Duration.ofMinutes(1)));
      Outcome outcome = runner.run(in);
      assertThat(outcome.ending()).isEqualTo(new Ending.Done());
      assertThat(new String(outcome.bytes().orElseThrow(), UTF_8)).isEqualTo(LIST);
    }
  }
}
