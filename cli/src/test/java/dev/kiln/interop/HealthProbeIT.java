package dev.kiln.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.testkit.Await;
import dev.kiln.testkit.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe that pods used before kubelets could ask by themselves. */
class HealthProbeIT {
  @Test
  void findsTheHostAndItsFunctionsHealthy() throws Exception {
    Peers.go("grpc-health-probe");
    try (var host = HostProcess.start()) {
      assertThat(probe("-addr", host.address("grpc")).exit()).isZero();
      assertThat(probe("-addr", host.address("grpc"), "-service", "function/set-labels").exit())
          .isZero();
    }
  }

  @Test
  void comesThroughASocketOfTheSystem(@TempDir Path folder) throws Exception {
    Peers.go("grpc-health-probe");
    Path socket = folder.resolve("grpc");
    try (var host = HostProcess.run("--grpc-addr", "unix://" + socket)) {
      host.awaitErr("grpc: listening on unix://" + socket);

      assertThat(probe("-addr", "unix://" + socket).exit()).isZero();
    }
  }

  @Test
  void findsNoFunctionThatIsNotThere() throws Exception {
    Peers.go("grpc-health-probe");
    try (var host = HostProcess.start()) {
      assertThat(probe("-addr", host.address("grpc"), "-service", "function/none").err())
          .contains("NotFound");
    }
  }

  private static Program.Ended probe(String... args) throws Exception {
    String patience = Await.PROCESS_LIMIT.toSeconds() + "s"; // its own is a second
    var command = new ArrayList<>(List.of(Peers.go("grpc-health-probe")));
    command.addAll(List.of("-connect-timeout", patience, "-rpc-timeout", patience));
    command.addAll(List.of(args));
    return Program.run(command);
  }
}
