package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.ServerAddresses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is broken in one way over HTTP fails there, and only there. */
@Execution(ExecutionMode.CONCURRENT)
class HttpFaultsTest {
  /** A definition that is broken: what of the good one is written in another way. */
  record Published(HttpFault fault, String written, String instead) {
    @Override
    public String toString() {
      return fault.toString();
    }
  }

  @TempDir private static Path folder;

  @AutoClose private static ReferenceHost host;

  @BeforeAll
  static void start() {
    host = ReferenceHost.start();
  }

  static Stream<HttpFault> all() {
    return Stream.of(HttpSpecFaults.all(), HttpListFaults.all(), HttpContractFaults.all())
        .flatMap(some -> some);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void failsWhatIsBrokenOnly(HttpFault fault) throws Exception {
    try (var proxy = HttpProxy.open(ServerAddresses.free(), host.http(), fault)) {
      FaultAssertions.failsOnly(fault, JudgeSetup.of(fault).failed(proxy.target(), Set.of()));
    }
  }

  /** Who names the function asks the host to choose it all the same, where that is the question. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("choices")
  void failsToChooseWhateverIsNamed(HttpFault fault) throws Exception {
    try (var proxy = HttpProxy.open(ServerAddresses.free(), host.http(), fault)) {
      FaultAssertions.failsOnly(
          fault,
          JudgeSetup.of(fault)
              .withFunction("kit")
              .withCases(each -> each.clause().id().equals(fault.clause()))
              .failed(proxy.target(), Set.of()));
    }
  }

  static Stream<HttpFault> choices() {
    return HttpContractFaults.choices();
  }

  static Stream<HttpFault> ofDefinitions() {
    return definitions().map(Published::fault);
  }

  private static Stream<Published> definitions() {
    return Stream.of(
        new Published(HttpFault.breaks("v2/metadata", "v2-metadata"), "\n *- v2\n", "\n"),
        new Published(
            HttpFault.breaks("v2/digest", "v2-digest"), "name: v1alpha1", "name: v1.0.0"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("definitions")
  void failsADefinitionThatIsBrokenOnly(Published broken) throws Exception {
    HttpFault fault = broken.fault();
    Path other = folder.resolve(fault.cases().getFirst() + ".yaml");
    String text = Files.readString(JudgeSetup.DEFINITION);
    Files.writeString(other, text.replaceFirst(broken.written(), broken.instead()));
    try (var proxy = HttpProxy.open(ServerAddresses.free(), host.http(), fault)) {
      FaultAssertions.failsOnly(
          fault, JudgeSetup.of(fault).withDefinition(other).failed(proxy.target(), Set.of()));
    }
  }
}
