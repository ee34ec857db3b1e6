package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CurlIT {
  private static final String YAML = "Content-Type: text/yaml";

  @TempDir static Path folder;

  @RegisterExtension
  static final SharedHost host = InteropHost.calledBy(() -> Peers.program("curl"));

  @Test
  void getsTheAnswerByteForByte() throws Exception {
    assertThat(curl(Lists.LABEL, "-H", YAML, url())).isEqualTo(Lists.LABELLED + "\n200");
  }

  @Test
  void choosesByPath() throws Exception {
    String answer = curl(Lists.LABEL, "-H", YAML, url() + "functions/set-labels");

    assertThat(answer).isEqualTo(Lists.LABELLED + "\n200");
  }

  @Test
  void getsAFailureAsAStatusOfItsOwn() throws Exception {
    String list = Lists.LABEL.replace("labels: {by: kiln}", "labels: 7");

    assertThat(curl(list, "-H", YAML, url())).contains("severity: error").endsWith("\n422");
  }

  @Test
  void failsByItselfWhenAskedTo() throws Exception {
    List<String> command = command("-H", YAML, "--fail", url() + "functions/throw");

    assertThat(Program.run(Lists.LABEL.getBytes(UTF_8), command).exit()).isEqualTo(22);
  }

  @Test
  void isToldWhatIsWrongWithItsInput() throws Exception {
    assertThat(curl("kind: [", "-H", YAML, url())).contains("line 1", "column").endsWith("\n400");
  }

  @Test
  void isToldThatOnlyPostIsServed() throws Exception {
    assertThat(curl("", "-X", "GET", "-i", url()))
        .containsIgnoringCase("allow: POST")
        .endsWith("\n405");
  }

  @Test
  void isToldWhichTypesAreRead() throws Exception {
    assertThat(curl(Lists.LABEL, url())).contains("text/yaml").endsWith("\n415");
  }

  @Test
  void packsWhatItSends() throws Exception {
    Path packed = Files.write(folder.resolve("packed"), gzip(Lists.LABEL));

    assertThat(
            curl(
                "",
                "-H",
                YAML,
                "-H",
                "Content-Encoding: gzip",
                "--data-binary",
                "@" + packed,
                url()))
        .isEqualTo(Lists.LABELLED + "\n200");
  }

  @Test
  void unpacksWhatItGets() throws Exception {
    String padding = Lists.padding(100_000);
    String[] args = {"-H", YAML, "--compressed", "-w", "\n%{size_download}", url()};
    String answer = curl(padding + Lists.LABEL, args);

    assertThat(answer).startsWith(padding + Lists.LABELLED);
    assertThat(Integer.parseInt(answer.substring(answer.lastIndexOf('\n') + 1))).isLessThan(10_000);
  }

  @Test
  void waitsToBeToldToGoOnWithALargeBody() throws Exception {
    String large = Lists.padding(3 << 20);
    Program.Ended ended =
        Program.run(
            (large + Lists.LABEL).getBytes(UTF_8),
            command("-v", "-H", YAML, "-H", "Expect: 100-continue", url()));

    assertThat(ended.out()).isEqualTo(large + Lists.LABELLED + "\n200");
    assertThat(ended.err()).contains("HTTP/1.1 100 Continue");
  }

  @Test
  void isSparedABodyThatIsTooLarge() throws Exception {
    String expect = "Expect: 100-continue";
    String format = "\n%{http_code} %{size_upload}";

    assertThat(curl(Lists.padding(InteropHost.MOST), "-H", YAML, "-H", expect, "-w", format, url()))
        .contains("--max-message-bytes")
        .endsWith("\n413 0");
  }

  @Test
  void speaksHttp10() throws Exception {
    String answer = curl(Lists.LABEL, "-H", YAML, "--http1.0", "-w", "\n%{http_code}", url());

    assertThat(answer).isEqualTo(Lists.LABELLED + "\n200");
  }

  @Test
  void sendsTwoRequestsOverOneConnection() throws Exception {
    String format = "\n%{http_code} %{num_connects}\n";
    String answer = curl(Lists.LABEL, "-H", YAML, "-w", format, url(), url());

    assertThat(answer).isEqualTo(Lists.LABELLED + "\n200 1\n" + Lists.LABELLED + "\n200 0\n");
  }

  @Test
  void triesToMoveToHttp2AndStays() throws Exception {
    String format = "\n%{http_code} %{http_version}";

    assertThat(curl(Lists.LABEL, "-H", YAML, "--http2", "-w", format, url()))
        .isEqualTo(Lists.LABELLED + "\n200 1.1");
  }

  @Test
  void comesThroughASocketOfTheSystem() throws Exception {
    Path socket = folder.resolve("http");
    try (var other = HostProcess.run("--http-addr", "unix://" + socket)) {
      other.awaitErr("http: listening on unix://" + socket);

      assertThat(curl(Lists.LABEL, "-H", YAML, "--unix-socket", socket.toString(), "http://kiln/"))
          .isEqualTo(Lists.LABELLED + "\n200");
    }
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  /** The body and, unless another format is given, the status behind it. */
  private static String url() {
    return "http://" + host.get().address("http") + "/";
  }

  private static String curl(String body, String... args) throws Exception {
    return Program.run(body.getBytes(UTF_8), command(args)).well().out();
  }

  private static List<String> command(String... args) {
    var command = new ArrayList<>(List.of(Peers.program("curl"), "-sS", "-w", "\n%{http_code}"));
    command.addAll(List.of(args));
    if (!List.of(args).contains("--data-binary")) {
      command.addAll(List.of("--data-binary", "@-"));
    }
    return command;
  }
}
