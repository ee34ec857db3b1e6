package dev.kiln.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmbeddedProgramTest {
  private static final String LIST =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";

  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

  @Test
  void answersTheListOnItsStdin() {
    int code = program(Map.of()).run(List.of());

    assertThat(code).isZero();
    assertThat(stdout.toString(UTF_8)).startsWith(LIST).contains("from the program");
  }

  @Test
  void servesUntilItIsTerminated() {
    EmbeddedProgram program = program(Map.of("KRM_FUNCTION_HTTP_ADDRESS", "127.0.0.1:0"));
    program.terminate();

    int code = program.run(List.of());

    assertThat(code).isZero();
    assertThat(stderr.toString(UTF_8)).contains("http: listening on 127.0.0.1:", "SIGTERM");
  }

  @Test
  void writesWhatIsWrongToItsStderr() {
    int code = program(Map.of()).run(List.of("--no-such-flag"));

    assertThat(code).isOne();
    assertThat(stderr.toString(UTF_8)).contains("--no-such-flag");
  }

  private EmbeddedProgram program(Map<String, String> variables) {
    var stdin = new ByteArrayInputStream(LIST.getBytes(UTF_8));
    var streams = new EmbeddedProgram.Streams(stdin, stdout, stderr);
    return new EmbeddedProgram(AuthorProgram.class, variables, streams);
  }
}
