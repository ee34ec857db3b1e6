package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Spec v1, each call a process. */
class StdinDoorTest extends DoorSuite {
  private static final byte[] LIST =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
          .getBytes(StandardCharsets.UTF_8);

  @Override
  Answer call(List<String> args, byte[] input) throws IOException, InterruptedException {
    return Child.of(Box.class, args).run(input);
  }

  @Test
  void endsQuietlyOnABrokenPipe() throws Exception {
    Answer answer = Child.of(Box.class, List.of("--function", "nothing")).runIntoBrokenPipe(LIST);
    assertThat(answer.stderr()).isEmpty();
    assertThat(answer.exit()).isEqualTo(141);
  }

  @Test
  void saysThatStdoutIsFull() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "needs /dev/full");
    Answer answer = shell(command(Box.class) + " --function nothing > /dev/full", LIST);
    assertThat(answer.stderr()).startsWith("error: cannot write to stdout: ");
    assertThat(answer.exit()).isEqualTo(1);
  }

  @Test
  void refusesAnEndlessInput() throws Exception {
    Answer answer =
        shell(command(Box.class) + " --function nothing --max-message-bytes 1Ki < /dev/zero", LIST);
    assertThat(answer.said())
        .isEqualTo(
            "error: the message is larger than the limit of 1024 bytes (--max-message-bytes or"
                + " KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)\n");
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(answer.stdout()).isEmpty();
  }

  @Test
  void passesAsManyBytesAsTheLimitHas() throws Exception {
    var limit = List.of("--function", "nothing", "--max-message-bytes", "" + LIST.length);
    assertThat(call(limit, LIST).stdout()).isEqualTo(LIST);
  }

  @Test
  void takesTwentyMegabytesInAQuarterOfAGigabyte() throws Exception {
    String item =
        """
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: one # of many
          data:
            text: |
              %s
        """
            .formatted("clay ".repeat(200).strip());
    String list = "kind: ResourceList\nitems:\n" + item.repeat((20 << 20) / item.length());
    Answer answer = call(List.of("--function", "label"), list.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.stderr()).isEmpty();
    assertThat(answer.text().equals(list.replace("many\n", "many\n    labels:\n      by: none\n")))
        .isTrue();
  }

  @Test
  void readsVariables() throws Exception {
    Answer answer =
        Child.of(Box.class, List.of()).with(Map.of("KRM_FUNCTION_NAME", "nothing")).run(LIST);
    assertThat(answer.stdout()).isEqualTo(LIST);
    assertThat(answer.exit()).isZero();
  }

  @Test
  void saysOnATerminalWhatItWaitsFor() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script(1)");
    assumeTrue(Files.exists(Path.of("/proc/self/fd")), "needs /proc");
    Answer answer = shell("script -qec '" + command(Box.class) + "' /dev/null", new byte[0]);
    assertThat(answer.text()).startsWith("waiting for a ResourceList on stdin");
  }

  @Test
  void endsThoughAFunctionLeftAThread() throws Exception {
    Answer answer = call(List.of("--function", "linger"), LIST);
    assertThat(answer.stdout()).isEqualTo(LIST);
    assertThat(answer.exit()).isZero();
  }

  @Test
  void servesAnAuthorsProgram() throws Exception {
    Answer answer = Child.of(Program.class, List.of()).run(LIST);
    assertThat(answer.text()).contains("message: from the program");
    assertThat(answer.exit()).isZero();
  }

  @Test
  void explainsAnAuthorsProgram() throws Exception {
    Answer answer = Child.of(Program.class, List.of("--help")).run(LIST);
    assertThat(answer.text()).startsWith("usage: program").doesNotContain("--function");
  }

  private static String command(Class<?> main) {
    return String.join(" ", Child.command(main));
  }

  private static Answer shell(String command, byte[] stdin) throws Exception {
    return Child.shell(command).run(stdin);
  }
}
