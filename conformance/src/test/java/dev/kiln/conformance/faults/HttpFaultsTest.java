package dev.kiln.conformance.faults;

import dev.kiln.conformance.doors.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is broken in one way over HTTP fails there, and only there. */
@Execution(ExecutionMode.CONCURRENT)
class HttpFaultsTest {
  /** What serves and says that it is of version 1. */
  static final HttpFault OF_VERSION = HttpFault.breaks("v2/metadata", "v2-metadata");

  @TempDir private static Path folder;

  private static GoodHost host;

  @BeforeAll
  static void start() throws IOException {
    host = GoodHost.start();
  }

  @AfterAll
  static void end() {
    host.close();
  }

  static Stream<HttpFault> all() {
    return Stream.of(HttpSpecFaults.all(), HttpListFaults.all(), HttpContractFaults.all())
        .flatMap(some -> some);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void failsWhatIsBrokenOnly(HttpFault fault) throws Exception {
    try (var proxy = HttpProxy.open(Ports.free(), host.http(), fault)) {
      Faulty.failsOnly(
          fault, Trial.of(fault).within(Duration.ofSeconds(3)).failed(proxy.target(), Set.of()));
    }
  }

  @Test
  void failsADefinitionOfAnotherVersionOnly() throws Exception {
    Path other = folder.resolve("kit.yaml");
    String text = Files.readString(Trial.DEFINITION);
    Files.writeString(other, text.replaceFirst("\n *- v2\n", "\n"));
    try (var proxy = HttpProxy.open(Ports.free(), host.http(), OF_VERSION)) {
      Faulty.failsOnly(
          OF_VERSION, Trial.of(OF_VERSION).defined(other).failed(proxy.target(), Set.of()));
    }
  }
}
