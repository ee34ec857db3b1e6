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

  private static final String CHOOSE = "--function NAME chooses one.\n";

  @Override
  CallerView call(List<String> args, byte[] input) throws IOException, InterruptedException {
    ChildOutput ended = run(args, input);
    String said = ended.stderr();
    int error = ("\n" + said).lastIndexOf("\nerror: ");
    String log = error < 0 ? said : said.substring(0, error);
    String told = said.substring(log.length()).replaceFirst("^error: ", "");
    String message = told.replaceFirst("\n(" + CHOOSE + ")?$", "");
    return new CallerView(ended.stdout(), new CallerView.Logged(log, false), message, ended.exit());
  }

  private static ChildOutput run(List<String> args, byte[] input)
      throws IOException, InterruptedException {
    return ChildJvm.of(TestFunctions.class, args).run(input);
  }

  @Override
  boolean tellsAll() {
    return true;
  }

  @Test
  void saysHowToChooseAFunction() throws Exception {
    ChildOutput ended = run(List.of(), LIST);
    assertThat(ended.stderr())
        .startsWith("error: neither a name nor a functionConfig says which function is meant")
        .endsWith(")\n" + CHOOSE);
    assertThat(ended.stdout()).isEmpty();
    assertThat(ended.exit()).isEqualTo(1);
  }

  @Test
  void knowsWhichFunctionWasMeant() throws Exception {
    ChildOutput ended = run(List.of("--function", "lable"), LIST);
    assertThat(ended.stderr())
        .startsWith("error: unknown function \"lable\" (there are label, linger,")
        .endsWith("\n\nDid you mean this?\n\tlabel\n\nSee 'box --help' for usage.\n");
    assertThat(ended.stdout()).isEmpty();
    assertThat(ended.exit()).isEqualTo(1);
  }

  @Test
  void endsQuietlyOnABrokenPipe() throws Exception {
    ChildOutput ended =
        ChildJvm.of(TestFunctions.class, List.of("--function", "nothing")).runIntoBrokenPipe(LIST);
    assertThat(ended.stderr()).isEmpty();
    assertThat(ended.exit()).isEqualTo(141);
  }

  @Test
  void saysThatStdoutIsFull() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "needs /dev/full");
    ChildOutput ended =
        shell(command(TestFunctions.class) + " --function nothing > /dev/full", LIST);
    assertThat(ended.stderr()).startsWith("error: cannot write to stdout: ");
    assertThat(ended.exit()).isEqualTo(1);
  }

  @Test
  void refusesAnEndlessInput() throws Exception {
    ChildOutput ended =
        shell(
            command(TestFunctions.class)
                + " --function nothing --max-message-bytes 1Ki < /dev/zero",
            LIST);
    assertThat(ended.stderr())
        .isEqualTo(
            "error: the message is larger than the limit of 1024 bytes (--max-message-bytes or"
                + " KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)\n");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.stdout()).isEmpty();
  }

  @Test
  void passesAsManyBytesAsTheLimitHas() throws Exception {
    var limit = List.of("--function", "nothing", "--max-message-bytes", "" + LIST.length);
    assertThat(run(limit, LIST).stdout()).isEqualTo(LIST);
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
    ChildOutput ended = run(List.of("--function", "label"), list.getBytes(StandardCharsets.UTF_8));
    assertThat(ended.stderr()).isEmpty();
    assertThat(ended.text().equals(list.replace("many\n", "many\n    labels:\n      by: none\n")))
        .isTrue();
  }

  @Test
  void readsVariables() throws Exception {
    ChildOutput ended =
        ChildJvm.of(TestFunctions.class, List.of())
            .with(Map.of("KRM_FUNCTION_NAME", "nothing"))
            .run(LIST);
    assertThat(ended.stdout()).isEqualTo(LIST);
    assertThat(ended.exit()).isZero();
  }

  @Test
  void saysOnATerminalWhatItWaitsFor() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script(1)");
    assumeTrue(Files.exists(Path.of("/proc/self/fd")), "needs /proc");
    ChildOutput ended =
        shell("script -qec '" + command(TestFunctions.class) + "' /dev/null", new byte[0]);
    assertThat(ended.text()).startsWith("waiting for a ResourceList on stdin");
  }

  @Test
  void endsThoughAFunctionLeftAThread() throws Exception {
    ChildOutput ended = run(List.of("--function", "linger"), LIST);
    assertThat(ended.stdout()).isEqualTo(LIST);
    assertThat(ended.exit()).isZero();
  }

  @Test
  void servesAnAuthorsProgram() throws Exception {
    ChildOutput ended = ChildJvm.of(AuthorProgram.class, List.of()).run(LIST);
    assertThat(ended.text()).contains("message: from the program");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void explainsAnAuthorsProgram() throws Exception {
    ChildOutput ended = ChildJvm.of(AuthorProgram.class, List.of("--help")).run(LIST);
    assertThat(ended.text()).startsWith("usage: program").doesNotContain("--function");
  }

  private static String command(Class<?> main) {
    return String.join(" ", ChildJvm.command(main));
  }

  private static ChildOutput shell(String command, byte[] stdin) throws Exception {
    return ChildJvm.shell(command).run(stdin);
  }
}
