package dev.kiln.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The script by itself, as somebody may have copied it. */
@ParameterizedClass
@CsvSource({"dash, perl", "dash, curl", "bash, perl", "bash, curl"})
class CallIT {
  static final Path SCRIPT = Path.of(System.getProperty("kiln.top"), "cli/src/main/sh/kiln-call");
  private static final SocketHost HOST = new SocketHost();

  @RegisterExtension static final SharedHost process = HOST.process;

  @Parameter(0)
  String shell = "";

  @Parameter(1)
  String client = "";

  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox() throws Exception {
    sandbox = new Sandbox(shell, client);
    sandbox.with("KILN_HOST", HOST.address());
  }

  @AfterEach
  void removeSandbox() {
    sandbox.close();
  }

  private Program.Ended call(String list, String... args) throws Exception {
    var command = new ArrayList<>(List.of(shell, SCRIPT.toString()));
    command.addAll(List.of(args));
    Program.Ended ended = sandbox.run(list, command);
    assertThat(sandbox.leftovers()).isEmpty();
    return ended;
  }

  @Test
  void givesTheListThatTheFunctionMade() throws Exception {
    assertThat(call(Lists.LABEL, "--function", "set-labels").well())
        .satisfies(
            ended -> {
              assertThat(ended.out()).isEqualTo(Lists.LABELLED);
              assertThat(ended.err()).isEmpty();
            });
  }

  @Test
  void goesToTheAddressGiven() throws Exception {
    sandbox.with("KILN_HOST", "unix:///nowhere");

    assertThat(call(Lists.LABEL, HOST.address()).well().out()).isEqualTo(Lists.LABELLED);
  }

  @Test
  void readsAnAddressAsPeopleWriteIt() throws Exception {
    try (var host = ok("list")) {
      String address = host.address().replace("127.0.0.1", "localhost");

      assertThat(call("list", address).well().out()).isEqualTo("list");
      assertThat(call("list", address + "/").well().out()).isEqualTo("list");
    }
  }

  @Test
  void choosesByImage() throws Exception {
    assertThat(call(Lists.LABEL, "--image=kiln.dev/functions/set-labels").well().out())
        .isEqualTo(Lists.LABELLED);
  }

  @Test
  void sendsWhatItWasTold() throws Exception {
    try (var host = ok("")) {
      call("a list", host.address(), "--function", "a", "--image", "b", "--timeout", "7s").well();

      assertThat(host.requests().getFirst())
          .startsWith("POST / HTTP/1.")
          .contains("Content-Type: text/yaml\r\n", "KRM-Function: a\r\n", "KRM-Image: b\r\n")
          .contains("KRM-Timeout: 7s\r\n", "KRM-Log-Limit: 48Ki\r\n")
          .endsWith("\r\n\r\na list");
    }
  }

  @Test
  void keepsEveryCharacter() throws Exception {
    String all =
        IntStream.concat(IntStream.range(0xa0, 0xd7ff), IntStream.range(0x1f300, 0x1f700))
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    String list = "# \\ \\n %s $x `y` \" ' * ~ \r\n#" + all + "\n\n\n";
    try (var host = ok(list)) {
      assertThat(call(list, host.address()).well().out()).isEqualTo(list);
      assertThat(host.requests().getFirst()).endsWith(list);
    }
    try (var host = new CannedHost(CannedHost.answer(422, "krm-function-exit-code: 5\r\n", list))) {
      assertThat(call(list, host.address()).out()).isEqualTo(list);
    }
  }

  @Test
  void carriesALargeList() throws Exception {
    String padding = Lists.padding(3 << 20);

    assertThat(call(padding + Lists.LABEL).well().out()).isEqualTo(padding + Lists.LABELLED);
  }

  @Test
  void endsWithoutAWordWhenNobodyReadsOn() throws Exception {
    String list = Lists.padding(3 << 20) + Lists.LABEL;
    String pipe = "\"$@\" | { read -r first; echo \"$first\"; }";
    Program.Ended ended = sandbox.run(list, shell, "-c", pipe, "sh", shell, SCRIPT.toString());

    assertThat(ended.well().err()).isEmpty();
    assertThat(ended.out()).isEqualTo(list.lines().findFirst().orElseThrow() + "\n");
  }

  @Test
  void givesTheListOfAFunctionThatFailedToo() throws Exception {
    Program.Ended ended = call(Lists.LABEL.replace("labels: {by: kiln}", "labels: 7"));

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.out()).startsWith("apiVersion: config").contains("severity: error");
  }

  @Test
  void givesTheExitCodeOfAFunctionThatThrew() throws Exception {
    assertThat(call(Lists.forFunction("throw"), "--or-run", "cat").exit()).isEqualTo(2);
  }

  @Test
  void putsTheLogOnStderr() throws Exception {
    try (var host = ok("list", "KRM-Function-Log: aMOkbGxvCndvcmxkCg==\r\n")) {
      Program.Ended ended = call("list", host.address()).well();

      assertThat(ended.err()).isEqualTo("hällo\nworld\n");
      assertThat(ended.out()).isEqualTo("list");
    }
  }

  @Test
  void saysWhenThereIsMoreOfTheLog() throws Exception {
    String fields = "krm-function-log: ZW5kCg==\r\nkrm-function-log-truncated: true\r\n";
    try (var host = ok("list", fields)) {
      assertThat(call("list", host.address()).err())
          .isEqualTo("kiln call: the log of the function was long: here is the end of it\nend\n");
    }
  }

  @Test
  void saysWhatIsWrongWithTheInput() throws Exception {
    Program.Ended ended = call("kind: [");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("kiln call: ").contains("line 1, column", "400 from unix:");
  }

  @Test
  void saysWhatToStartWhereThereIsNoHost() throws Exception {
    Program.Ended ended = call(Lists.LABEL, "unix:///nowhere/s");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .isEqualTo(
            "kiln call: no host at unix:///nowhere/s: there is no such socket (start one: "
                + "mkdir -p -m 700 /nowhere && kiln serve --http-addr unix:///nowhere/s)\n");
  }

  @Test
  void saysWhatToStartWhereNobodyListens() throws Exception {
    String address = ended();
    Program.Ended ended = call(Lists.LABEL, address);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("kiln call: no host at " + address + ": ")
        .endsWith("(start one: kiln serve --http-addr " + address.substring(7) + ")\n");
  }

  @Test
  void looksInAPlaceOfItsUsersWithoutAnAddress() throws Exception {
    sandbox.with("KILN_HOST", "");
    assertThat(call(Lists.LABEL).err()).contains("unix://" + sandbox.folder + "/.kiln/kiln.sock");

    sandbox.with("XDG_RUNTIME_DIR", "/run/user/7");
    assertThat(call(Lists.LABEL).err()).contains("unix:///run/user/7/kiln.sock");
  }

  @Test
  void saysWhichFunctionsThereAre() throws Exception {
    Program.Ended ended = call(Lists.LABEL, "--image", "example.com/none:v1");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("kiln call: nothing ran: ")
        .contains("example.com/none:v1", "set-labels", HOST.address(), "--allow-image");
  }

  @Test
  void saysThatThereIsNoRoom() throws Exception {
    try (var host = CannedHost.refusing(503, "no place")) {
      assertThat(call(Lists.LABEL, host.address()).err())
          .startsWith("kiln call: nothing ran: no place (503 from " + host.address());
    }
  }

  @Test
  void unquotesWhatTheHostSays() throws Exception {
    try (var host = CannedHost.refusing(400, "\"a \\\"b\\\" \\\\ c\\nd: e\"")) {
      assertThat(call(Lists.LABEL, host.address()).err()).contains(": a \"b\" \\ c d: e (400");
    }
    try (var host = CannedHost.refusing(400, "|-\n  two\n  lines\ndetails: {}")) {
      assertThat(call(Lists.LABEL, host.address()).err()).contains(": two lines (400");
    }
  }

  @Test
  void givesACodeWithoutAList() throws Exception {
    String body = "apiVersion: v1\nkind: Status\nmessage: no such program\n";
    try (var host =
        new CannedHost(CannedHost.answer(500, "krm-function-exit-code: 127\r\n", body))) {
      Program.Ended ended = call(Lists.LABEL, host.address(), "--or-run", "cat");

      assertThat(ended.exit()).isEqualTo(127);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).contains("kiln call: no such program (500 from ");
    }
  }

  @Test
  void givesUpInTime() throws Exception {
    Program.Ended ended = call(Lists.forFunction("sleep"), "--timeout", "3s");

    assertThat(ended.exit()).isEqualTo(124);
    assertThat(ended.err()).contains("504 from ");
  }

  @Test
  void givesNothingOfAnAnswerThatBreaksOff() throws Exception {
    String whole = CannedHost.answer(200, "krm-function-exit-code: 0\r\n", "the list");
    try (var host = new CannedHost(whole.substring(0, whole.length() - 3))) {
      Program.Ended ended = call(Lists.LABEL, host.address(), "--or-run", "cat");

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).startsWith("kiln call: ").contains(host.address());
    }
  }

  @Test
  void takesNobodyElsesAnswerForAList() throws Exception {
    try (var host = new CannedHost(CannedHost.answer(200, "", "<html>"))) {
      Program.Ended ended = call(Lists.LABEL, host.address(), "--or-run", "cat");

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).contains("200, and no function's");
    }
  }

  @Test
  void runsTheFunctionItselfWhereThereIsNoHost() throws Exception {
    String[] shown = {"--or-run", "sh", "-c", "cat; echo \"[$1]\" >&2; exit 9", "sh", "a  --b"};
    for (String address : List.of("unix:///nowhere/s", ended())) {
      Program.Ended ended = call(Lists.LABEL, concat(address, shown));

      assertThat(ended.out()).isEqualTo(Lists.LABEL);
      assertThat(ended.err()).isEqualTo("[a  --b]\n");
      assertThat(ended.exit()).isEqualTo(9);
    }
  }

  @Test
  void runsTheFunctionItselfWhereTheHostDoesNotHaveIt() throws Exception {
    String list = Lists.padding(1 << 20) + Lists.LABEL;

    assertThat(call(list, "--function", "none", "--or-run", "cat").well().out()).isEqualTo(list);
  }

  @Test
  void runsTheFunctionItselfWhereThereIsNoRoom() throws Exception {
    try (var host = CannedHost.refusing(503, "no place")) {
      assertThat(call("a list", host.address(), "--or-run", "cat").well().out())
          .isEqualTo("a list");
    }
  }

  @Test
  void prefersTheHost() throws Exception {
    assertThat(call(Lists.LABEL, "--or-run", "cat").well().out()).isEqualTo(Lists.LABELLED);
  }

  @Test
  void tellsTheHostWhoCalls() throws Exception {
    sandbox.with("KILN_TOKEN", "abc-._~+/=");
    try (var host = ok("the list")) {
      assertThat(call("a list", host.address()).well().out()).isEqualTo("the list");
      assertThat(host.requests().getFirst()).contains("\r\nAuthorization: Bearer abc-._~+/=\r\n");
    }
  }

  @Test
  void refusesATokenThatWouldBecomeMoreThanAHeader() throws Exception {
    sandbox.with("KILN_TOKEN", "abc\r\nx: y");
    assertThat(call("a list").err())
        .startsWith("kiln call: KILN_TOKEN has a character that no token has (expected: ");
  }

  @Test
  void saysWhatItCannotMakeSenseOf() throws Exception {
    assertThat(call("", "--functoin", "x").err())
        .isEqualTo("error: unknown flag: --functoin\n\nSee 'kiln call --help' for usage.\n");
    assertThat(call("", "--function").err())
        .startsWith("error: flag needs an argument: --function");
    assertThat(call("", "--or-run").err()).startsWith("error: flag needs an argument: --or-run");
    assertThat(call("", "nowhere").err()).startsWith("error: the address: \"nowhere\" (expected: ");
    assertThat(call("", "--image", "a\r\nb: c").err())
        .startsWith("error: --image has a line break");
    assertThat(call("", "http://x:1", "list.yaml").exit()).isEqualTo(1);
  }

  private static CannedHost ok(String body, String... fields) throws Exception {
    String all = "KRM-Function-Exit-Code: 0\r\n" + String.join("", fields);
    return new CannedHost(CannedHost.answer(200, all, body));
  }

  /** Where nobody listens any more. */
  private static String ended() throws Exception {
    try (var host = ok("")) {
      return host.address();
    }
  }

  private static String[] concat(String first, String... more) {
    return java.util.stream.Stream.concat(
            java.util.stream.Stream.of(first), java.util.stream.Stream.of(more))
        .toArray(String[]::new);
  }
}
