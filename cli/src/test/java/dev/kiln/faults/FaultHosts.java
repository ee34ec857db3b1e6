package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import java.util.stream.Stream;

/** Hosts with functions of all kinds, or with ours alone. */
final class FaultHosts {
  private FaultHosts() {}

  /** With functions of all kinds. */
  static HostProcess start(String... args) throws Exception {
    return HostProcess.start(with(args));
  }

  /** A host of ours alone, in which no test of a class leaves anything behind. */
  static SharedHost shared(String... args) {
    return SharedHost.of(() -> HostProcess.start(args)).always(FaultHosts::nothingIsLeft);
  }

  private static void nothingIsLeft(HostProcess host) throws Exception {
    host.awaitNothingInFlight();
    assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
  }

  /** Arguments for a host that has them. */
  static String[] with(String... args) {
    return Stream.concat(
            Stream.of("--functions", FunctionsJar.sharedFolder().toString()), Stream.of(args))
        .toArray(String[]::new);
  }
}
