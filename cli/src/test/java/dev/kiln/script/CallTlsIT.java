package dev.kiln.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.process.TlsFolder;
import dev.kiln.testkit.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host elsewhere, by https. */
class CallTlsIT {
  @TempDir static Path folder;
  private static HostProcess host;

  private Sandbox sandbox;

  @BeforeAll
  static void startHost() throws Exception {
    TlsFolder.make(folder);
    host = HostProcess.start("--tls-dir", folder.toString());
  }

  @AfterAll
  static void endHost() {
    host.close();
  }

  @BeforeEach
  void makeSandbox() throws Exception {
    sandbox = new Sandbox("dash", "perl", "curl");
  }

  @AfterEach
  void removeSandbox() {
    sandbox.close();
  }

  private Program.Ended call() throws Exception {
    return sandbox.run(
        Lists.LABEL, "dash", CallIT.SCRIPT.toString(), "https://" + host.address("http"));
  }

  @Test
  void trustsWhomItIsTold() throws Exception {
    sandbox.with("CURL_CA_BUNDLE", folder.resolve("tls.crt").toString());
    assertThat(call().well().out()).isEqualTo(Lists.LABELLED);
  }

  @Test
  void saysInOneLineThatItTrustsNobodyElse() throws Exception {
    Program.Ended ended = call();
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("kiln call: ")
        .contains("certificate")
        .contains("CURL_CA_BUNDLE")
        .hasLineCount(1);
  }
}
