package dev.kiln.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.interop.Peers;
import dev.kiln.testkit.Program;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCheckIT {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kiln",
        "cli/src/main/sh/kiln-call",
        "cli/src/dist/build",
        "cli/src/dist/kiln",
        "cli/src/dist/kiln-install",
        "cli/src/test/sh/copy-libraries",
        "bench/image",
        "bench/start",
        ".ci/run",
        "interop/deploy/make",
        "conformance/reference/shell/kit",
        "conformance/results"
      })
  void findsNothingWrong(String script) throws Exception {
    var shellcheck =
        new ProcessBuilder(List.of(Peers.program("shellcheck"), "--severity=warning", "-x", script))
            .directory(new java.io.File(System.getProperty("kiln.top")));

    assertThat(Program.run(new byte[0], shellcheck).out()).isEmpty();
  }
}
