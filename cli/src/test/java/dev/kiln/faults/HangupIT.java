package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP, as a host gets it when the terminal that started it closes. */
class HangupIT {
  @TempDir private Path jars;

  @Test
  void endsNoHost() throws Exception {
    new FunctionsJar().with("near", "").in(jars, "near.jar");
    try (var host = HostProcess.start("--functions", jars.toString())) {
      host.signal("HUP");
      host.awaitErr("the functions were read again");
      assertServes(host);
    }
  }

  @Test
  void isIgnoredUnderNohup() throws Exception {
    new FunctionsJar().with("near", "").in(jars, "near.jar");
    try (var host = HostProcess.startWithNohup("--functions", jars.toString())) {
      host.signal("HUP");
      assertServes(host);
      host.signal("TERM");
      assertThat(host.process().waitFor()).isZero();
      assertThat(host.err()).contains("SIGTERM").doesNotContain("read again");
    }
  }

  private static void assertServes(HostProcess host) throws Exception {
    assertThat(Http.post(host, Lists.forFunction("near")).statusCode()).isEqualTo(200);
  }
}
