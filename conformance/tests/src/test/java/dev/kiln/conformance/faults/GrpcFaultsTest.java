package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.ServerAddresses;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is broken in one way over gRPC fails there, and only there. */
@Execution(ExecutionMode.CONCURRENT)
class GrpcFaultsTest {
  @AutoClose private static ReferenceHost host;

  @BeforeAll
  static void start() {
    host = ReferenceHost.start();
  }

  static Stream<GrpcFault> all() {
    return GrpcFaults.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void failsWhatIsBrokenOnly(GrpcFault fault) throws Exception {
    try (var proxy = GrpcProxy.open(ServerAddresses.free(), host.grpc(), fault)) {
      FaultAssertions.failsOnly(fault, JudgeSetup.of(fault).failed(proxy.target(), Set.of()));
    }
  }
}
