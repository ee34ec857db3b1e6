package dev.kiln.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a checkout's own command makes of these words, where there is neither a JDK nor a build. */
class LauncherCallIT {
  private static final SocketHost HOST = new SocketHost();

  @RegisterExtension static final SharedHost process = HOST.process;

  @Test
  void callsWithoutAJvm() throws Exception {
    try (var sandbox = new Sandbox("perl")) {
      Program.Ended ended = sandbox.kiln(Lists.LABEL, "call", HOST.address()).well();

      assertThat(ended.out()).isEqualTo(Lists.LABELLED);
      assertThat(ended.err()).isEmpty();
    }
  }

  @Test
  void givesTheExitCode() throws Exception {
    try (var sandbox = new Sandbox("curl")) {
      Program.Ended ended = sandbox.kiln(Lists.forFunction("throw"), "call", HOST.address());

      assertThat(ended.exit()).isEqualTo(2);
    }
  }

  @Test
  void explainsItself() throws Exception {
    try (var sandbox = new Sandbox()) {
      assertThat(sandbox.kiln("", "call", "--help").well().out()).startsWith("usage: kiln call ");
      assertThat(sandbox.kiln("", "shim", "--help").well().out()).startsWith("usage: kiln shim ");
    }
  }

  @Test
  void saysWhatItCallsWith() throws Exception {
    try (var sandbox = new Sandbox()) {
      Program.Ended ended = sandbox.kiln(Lists.LABEL, "call", HOST.address());

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.err())
          .isEqualTo(
              "kiln call: neither perl nor curl is on PATH to call " + HOST.address() + " with\n");
    }
  }
}
