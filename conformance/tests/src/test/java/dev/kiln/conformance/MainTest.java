package dev.kiln.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.document.DocumentValue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command, with {@code cat} as a function that changes nothing. */
class MainTest {
  @TempDir private Path folder;

  @Test
  void endsWithZeroWhenAllPassed() {
    assertThat(JudgeRun.of("exec:cat", "--clause", "v1/list-out"))
        .returns(0, JudgeRun::exit)
        .returns("", JudgeRun::err);
  }

  @Test
  void endsWithOneWhenSomethingFailed() {
    assertThat(JudgeRun.of("exec:false", "--clause", "v1/exit-zero"))
        .returns(1, JudgeRun::exit)
        .returns("", JudgeRun::err);
  }

  @Test
  void endsWithTwoWhenNothingCouldBeAsked() {
    JudgeRun judged = JudgeRun.of("exec:false", "--clause", "v1/list-out");

    assertThat(judged.exit()).isEqualTo(2);
    assertThat(judged.err()).contains("nothing could be asked");
  }

  @Test
  void endsWithTwoWhenTheTargetIsNotThere() {
    assertThat(JudgeRun.of("exec:./no-such-function").exit()).isEqualTo(2);
    assertThat(JudgeRun.of("unix:///no/such.sock").exit()).isEqualTo(2);
  }

  @Test
  void refusesToWriteAReportInThePlaceOfAFolder() {
    JudgeRun judged = JudgeRun.of("exec:cat", "--junit", folder.toString());

    assertThat(judged.exit()).isEqualTo(2);
    assertThat(judged.err()).contains("is a folder");
    assertThat(folder).isDirectory();
  }

  @Test
  void writesAReportThroughALink() throws Exception {
    Path file = Files.writeString(folder.resolve("report.json"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);

    JudgeRun.of("exec:cat", "--clause", "v1/exit-zero", "--json", link.toString());

    assertThat(link).isSymbolicLink();
    assertThat(file).content().contains("\"verdicts\"");
  }

  @Test
  void endsWithOneWhenNothingFailsThatIsListed() throws Exception {
    Path list = Files.writeString(folder.resolve("known.txt"), "v1-list-out\n");

    JudgeRun judged =
        JudgeRun.of("exec:cat", "--clause", "v1/list-out", "--known-failing", list.toString());

    assertThat(judged.exit()).isEqualTo(1);
    assertThat(judged.out()).contains("STALE  v1-list-out");
  }

  @Test
  void doesNotCallAFailureWhatIsListed() throws Exception {
    Path list = Files.writeString(folder.resolve("known.txt"), "v1-exit-zero\n");

    JudgeRun judged =
        JudgeRun.of("exec:false", "--clause", "v1/exit-zero", "--known-failing", list.toString());

    assertThat(judged.exit()).isZero();
    assertThat(judged.out()).containsPattern("success\\. +known").doesNotContain("FAIL");
  }

  @Test
  void saysThatAnAnswerIsWhatWasSent() {
    JudgeRun judged = JudgeRun.of("exec:cat", "--clause", "v1-refuses-no-yaml");

    assertThat(judged.out()).contains("--- output\n  | the input, byte for byte");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|no target (expected: exec:COMMAND, ",
        "exec:cat exec:cat|one target at a time",
        "exec:cat --colour|unknown flag --colour",
        "exec:cat --json|--json needs a value",
        "exec:cat --json a --json=b|--json is given twice: a and b",
        "exec:cat --json a --junit a|--junit and --json are one file",
        "exec:cat --level all|--level all (expected: must, should, may, contract)",
        "exec:cat --clause v3|no case is of level and clause asked for",
        "exec:cat --timeout soon|--timeout soon (expected: whole seconds, as 60)",
        "exec:cat --door http|--door is for serve:COMMAND",
        "ftp://x|\"ftp://x\" is no target (expected: ",
        "https://x|https://x: the kit speaks no TLS",
      })
  void endsWithTwoWhenItCannotAsk(String words, String message) {
    JudgeRun judged = JudgeRun.of(words == null ? new String[0] : words.split(" "));

    assertThat(judged.exit()).isEqualTo(2);
    assertThat(judged.err()).startsWith("error: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "items: [|:2:1: ",
        "kind: ResourceList\\nkind: List|:2:1: the key \"kind\" for the second time",
        "kind: List|: kind: \"List\" (expected: ResourceList)",
        "kind: ResourceList|: items: no list of resources",
        "a: b\\n---\\nc: d|: 2 documents, not one",
      })
  void namesThePlaceInAListThatIsNone(String text, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("list.yaml"), text.replace("\\n", "\n") + "\n");

    JudgeRun judged = JudgeRun.of("exec:cat", "--list", file.toString());

    assertThat(judged.exit()).isEqualTo(2);
    assertThat(judged.err()).startsWith("error: " + file + message);
  }

  @Test
  void saysThatAListIsNotThere() {
    Path file = folder.resolve("none.yaml");

    assertThat(JudgeRun.of("exec:cat", "--list", file.toString()).err())
        .isEqualTo("error: " + file + ": no such file\n");
  }

  @Test
  void asksTheClausesThatBeginSo() throws Exception {
    assertThat(
            JudgeRun.verdicts(
                "exec:cat", "--clause", "v1/results-file", "--clause", "v1-exit-zero"))
        .extracting(verdict -> verdict.text("case"))
        .containsExactly("v1-exit-zero", "v1-results-file", "v1-results-file-kit");
  }

  @Test
  void asksTheClausesThatBindAsMuch() throws Exception {
    assertThat(JudgeRun.verdicts("exec:cat", "--clause", "v1/", "--level", "should"))
        .extracting(verdict -> verdict.text("level"))
        .containsOnly("must", "should");
  }

  @Test
  void asksNoneButTheReferenceFunctionForWhatOnlyThatDoes() throws Exception {
    DocumentValue verdict = JudgeRun.verdicts("exec:cat", "--clause", "v1/create").getFirst();

    assertThat(verdict.text("verdict")).isEqualTo("not-asked");
    assertThat(verdict.text("why")).endsWith("--kit");
  }

  @Test
  void leavesNoHalfReportBehind() throws Exception {
    Path report = folder.resolve("report.xml");

    JudgeRun.of("exec:cat", "--clause", "v1/list-out", "--junit", report.toString());

    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(report);
    }
  }

  /** A list that came with a functionConfig: what is made of it has that as well. */
  @Test
  void givesEveryListTheConfigOfTheOneThatItWasGiven() throws Exception {
    Path list =
        Files.writeString(
            folder.resolve("list.yaml"),
            """
            apiVersion: config.kubernetes.io/v1
            kind: ResourceList
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: one}}
            functionConfig: {apiVersion: v1, kind: ConfigMap, data: {a: needed}}
            """);
    Path function =
        Files.writeString(folder.resolve("f"), "cat >$0.in; grep -q needed $0.in && cat $0.in\n");

    JudgeRun judged =
        JudgeRun.of(
            "exec:sh " + function,
            "--list",
            list.toString(),
            "--clause",
            "contract/no-version",
            "--level",
            "contract");

    assertThat(judged).returns(0, JudgeRun::exit);
  }

  @Test
  void judgesAServerThatReadsFlagsOnly() throws Exception {
    Path server =
        Files.writeString(
            folder.resolve("server.py"),
            """
            import http.server, sys

            class Echo(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    self.send_response(200)
                    self.send_header("Content-Type", "text/yaml")
                    self.end_headers()
                    self.wfile.write(body)

            host, port = sys.argv[sys.argv.index("--http-addr") + 1].split(":")
            http.server.ThreadingHTTPServer((host, int(port)), Echo).serve_forever()
            """);
    String target = "serve:" + ExternalTools.python() + " " + server;

    assertThat(JudgeRun.failed(target, "--door", "http", "--clause", "v2/http-flag")).isEmpty();
    assertThat(JudgeRun.failed(target, "--door", "http", "--clause", "v2/http-variable"))
        .containsExactly("v2-http-variable");
  }

  @Test
  void doesNotReadWithoutEnd() {
    JudgeRun judged = JudgeRun.of("exec:yes", "--clause", "v1/exit-zero");

    assertThat(judged.exit()).isEqualTo(1);
    assertThat(judged.out()).contains("more than anybody can read came on its stdout");
  }

  /** What it started holds its ends open: an orchestrator would wait for it for ever. */
  @Test
  void doesNotWaitForWhatAFunctionLeftBehind() throws Exception {
    String function = Files.writeString(folder.resolve("f"), "cat; sleep 20 &\n").toString();

    JudgeRun judged = JudgeRun.of("exec:sh " + function, "--clause", "v1/exit-zero");

    assertThat(judged.exit()).isEqualTo(1);
    assertThat(judged.out()).contains("exit code 0, but its stdout or stderr is still open");
  }

  @Test
  void showsWhatCameBeforeAFunctionHung() throws Exception {
    Path function =
        Files.writeString(
            folder.resolve("f"), "echo kind: ResourceList; echo reads >&2; exec sleep 600\n");

    JudgeRun judged =
        JudgeRun.of("exec:sh " + function, "--clause", "v1/exit-zero", "--timeout", "1");

    assertThat(judged.out())
        .contains("no end within 1 s: reads", "(19 bytes came on its stdout so far)");
  }

  @Test
  void tellsASignalFromAnExitCode() {
    JudgeRun judged = JudgeRun.of("exec:sh -c 'kill -9 $$'", "--clause", "v1/exit-zero");

    assertThat(judged.out()).contains("exit code 137, as after signal 9");
  }

  @Test
  void showsControlCharactersAndDoesNotObeyThem() {
    JudgeRun judged =
        JudgeRun.of("exec:sh -c 'printf \"\\033[2Joh\" >&2; exit 1'", "--clause", "v1/exit-zero");

    assertThat(judged.out()).contains("\u241b[2Joh").doesNotContain("\u001b");
  }

  @Test
  void tellsOfItself() {
    assertThat(JudgeRun.of("--help"))
        .returns(0, JudgeRun::exit)
        .returns(UsageException.TEXT, JudgeRun::out);
  }
}
