package dev.kiln.runtime.remote;

import static dev.kiln.runtime.remote.HttpPeer.answer;
import static dev.kiln.runtime.remote.HttpPeer.status;
import static dev.kiln.runtime.remote.RemoteCalls.FAILED;
import static dev.kiln.runtime.remote.RemoteCalls.LIST;
import static dev.kiln.runtime.remote.RemoteCalls.MOST;
import static dev.kiln.runtime.remote.RemoteCalls.call;
import static dev.kiln.runtime.remote.RemoteCalls.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.sdk.Format;
import dev.kiln.testkit.Await;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRemoteClientTest {
  private static RemoteRunner runner(RemoteSettings settings, HttpPeer... peers) {
    return new RemoteRunner("fn", List.of(peers).stream().map(HttpPeer::remote).toList(), settings);
  }

  private static RemoteRunner runner(HttpPeer... peers) {
    return runner(RemoteSettings.of(MOST), peers);
  }

  private static Outcome answered(String answer) throws Exception {
    try (var peer = HttpPeer.on(_ -> answer);
        var runner = runner(peer)) {
      return runner.run(call());
    }
  }

  @Test
  void aNameWithALineBreakBecomesNoHeader() {
    RemoteSettings settings = RemoteSettings.of(MOST);
    assertThatThrownBy(() -> settings.withFunction("a\r\nKRM-Image: b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "function of a server: \"a??KRM-Image: b\" (expected: a name without control characters)");
  }

  @Test
  void passesTheBytesOnAsTheyCame() throws Exception {
    String odd = "# kept\n{kind: ResourceList, more: 1}\n";
    assertThat(text(answered(answer(200, odd)))).isEqualTo(odd);
  }

  @Test
  void saysWhatItSendsAndWhatItWants() throws Exception {
    RemoteSettings settings =
        RemoteSettings.of(MOST).withFunction("set-labels").withImage("example.com/fn/labels:v1");
    try (var peer = HttpPeer.on(request -> answer(200, request.body()));
        var runner = runner(settings, peer)) {
      Invocation in = call().withAnswerFormat(Format.JSON);
      assertThat(text(runner.run(in))).isEqualTo(LIST);
      HttpPeer.Request request = peer.requests.getFirst();
      assertThat(request.line()).isEqualTo("POST / HTTP/1.1");
      assertThat(request.headers())
          .containsEntry("host", "127.0.0.1:" + peer.port())
          .containsEntry("content-type", "text/yaml")
          .containsEntry("accept", "application/json")
          .containsEntry("krm-function", "set-labels")
          .containsEntry("krm-image", "example.com/fn/labels:v1")
          .containsEntry("krm-log-limit", "48Ki");
      assertThat(request.header("krm-timeout")).matches("[3-6]\\d{4}ms");
    }
  }

  @Test
  void postsToThePathOfItsAddress() throws Exception {
    try (var peer = HttpPeer.on(request -> answer(200, request.body()));
        var runner =
            new RemoteRunner(
                "fn",
                List.of(RemoteAddress.parse(peer.remote() + "/functions/labels")),
                RemoteSettings.of(MOST))) {
      runner.run(call());
      assertThat(peer.requests.getFirst().line()).isEqualTo("POST /functions/labels HTTP/1.1");
    }
  }

  @Test
  void usesAConnectionAgain() throws Exception {
    try (var peer = HttpPeer.on(request -> answer(200, request.body()));
        var runner = runner(peer)) {
      for (int i = 0; i < 5; i++) {
        assertThat(text(runner.run(call()))).isEqualTo(LIST);
      }
      assertThat(peer.connections).hasValue(1);
      assertThat(runner.counts().calls()).isEqualTo(5);
    }
  }

  @Test
  void usesNoConnectionThatItsServerWillCloseSoon() throws Exception {
    try (var peer = HttpPeer.on(r -> answer(200, r.body(), "keep-alive: timeout=1, max=9"));
        var runner = runner(peer)) {
      runner.run(call());
      runner.run(call());
      assertThat(peer.connections).hasValue(2);
    }
  }

  @Test
  void largeListsGoBothWays() throws Exception {
    try (var peer = HttpPeer.on(request -> answer(200, request.body()));
        var runner = runner(peer)) {
      assertThat(text(runner.run(call(RemoteCalls.large())))).isEqualTo(RemoteCalls.large());
    }
  }

  @Test
  void aSocketInTheFileSystemWillDo(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("s");
    try (var peer = HttpPeer.on(socket, request -> answer(200, request.body()));
        var runner = runner(peer)) {
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
    }
  }

  @Test
  void theLogOfTheFunctionComesBack() throws Exception {
    String log = Base64.getEncoder().encodeToString("said\n".getBytes(UTF_8));
    try (var peer = HttpPeer.on(r -> answer(200, r.body(), "KRM-Function-Log: " + log));
        var runner = runner(peer)) {
      Invocation in = call();
      runner.run(in);
      assertThat(RemoteCalls.log(in)).isEqualTo("said\n");
    }
  }

  @Test
  void aLogInALongHeaderComesBack() throws Exception {
    String log = "x".repeat(48 << 10);
    String header = "KRM-Function-Log: " + Base64.getEncoder().encodeToString(log.getBytes(UTF_8));
    try (var peer = HttpPeer.on(r -> answer(200, r.body(), header));
        var runner = runner(peer)) {
      Invocation in = call();
      runner.run(in);
      assertThat(RemoteCalls.log(in)).isEqualTo(log);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "422,1,RESULTS",
    "422,3,FUNCTION_CONFIG",
    "500,2,EXCEPTION",
    "422,7,EXIT_CODE",
    "500,137,SIGNAL",
    "500,127,START"
  })
  void aFailedRunKeepsItsExitCodeAndItsList(int status, int code, Reason reason) throws Exception {
    Outcome outcome = answered(answer(status, FAILED, "KRM-Function-Exit-Code: " + code));
    assertThat(outcome.ending()).isEqualTo(new Ending.Failed(reason, code, "a bad name"));
    assertThat(text(outcome)).isEqualTo(FAILED);
  }

  @Test
  void aFailedRunWithoutAListTellsWhy() throws Exception {
    String body = "kind: Status\nmessage: it threw\n";
    assertThat(answered(answer(500, body, "KRM-Function-Exit-Code: 2")).ending())
        .isEqualTo(new Ending.Failed(Reason.EXCEPTION, 2, "it threw"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"''", "items: []", "{", "[]", "kind: List", "<html>"})
  void aSuccessWithoutAListIsAFailure(String body) throws Exception {
    Outcome outcome = answered(answer(200, body));
    assertThat(outcome.bytes()).isEmpty();
    assertThat(outcome.ending())
        .isInstanceOfSatisfying(
            Ending.Failed.class, f -> assertThat(f.reason()).isEqualTo(Reason.INVALID_OUTPUT));
  }

  @ParameterizedTest
  @CsvSource({
    "400,Refused",
    "404,NotFound",
    "405,Refused",
    "406,Refused",
    "413,TooLarge",
    "415,Refused",
    "504,TimedOut"
  })
  void aRefusalIsPassedOnWithItsWords(int code, String ending) throws Exception {
    Ending found = answered(status(code, "because")).ending();
    assertThat(found.getClass().getSimpleName()).isEqualTo(ending);
    assertThat(found.message()).startsWith("http://127.0.0.1:").endsWith(": because");
  }

  @ParameterizedTest
  @CsvSource({"301", "400", "403", "404", "502", "504"})
  void whatNoServerOfFunctionsSaysIsAFailure(int code) throws Exception {
    Outcome outcome = answered(answer(code, "<html>\n<b>go away"));
    assertThat(outcome.ending())
        .isInstanceOfSatisfying(
            Ending.Failed.class,
            failed ->
                assertThat(failed.message()).endsWith("answered " + code + " Status: <html>"));
  }

  @Test
  void whatIsNoHttpIsAFailure() throws Exception {
    assertThat(answered("SSH-2.0-x\r\n\r\n").ending()).isInstanceOf(Ending.Failed.class);
  }

  @Test
  void anAnnouncedAnswerOverTheLimitIsNotRead() throws Exception {
    assertTooLarge("HTTP/1.1 200 OK\r\ncontent-length: 1025\r\n\r\n");
  }

  @Test
  void aChunkedAnswerOverTheLimitIsNotReadToItsEnd() throws Exception {
    assertTooLarge(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n401\r\n" + "x".repeat(1025));
  }

  private static void assertTooLarge(String answer) throws Exception {
    try (var peer = HttpPeer.on(_ -> answer);
        var runner = runner(RemoteSettings.of(1024), peer)) {
      assertThat(runner.run(call()).ending().message())
          .contains("larger than the limit of 1024 bytes")
          .contains("--max-message-bytes");
      peer.awaitNoConnections();
    }
  }

  @Test
  void anAnswerThatCouldBeCutUnnoticedIsNone() throws Exception {
    try (var peer = HttpPeer.on(_ -> "HTTP/1.0 200 OK\r\n\r\n" + LIST);
        var runner = runner(peer)) {
      var running = new FutureTask<>(() -> runner.run(call()));
      Thread.ofVirtual().start(running);
      Await.until(() -> !peer.requests.isEmpty());
      peer.drop();
      Outcome outcome = running.get();
      assertThat(outcome.bytes()).isEmpty();
      assertThat(outcome.ending()).isInstanceOf(Ending.Failed.class);
    }
  }

  @Test
  void aHintThatTheAnswerIsToComeIsNoAnswer() throws Exception {
    assertThat(text(answered("HTTP/1.1 100 Continue\r\n\r\n" + answer(200, LIST)))).isEqualTo(LIST);
  }

  @Test
  void atItsDeadlineACallIsGivenUp() throws Exception {
    try (var peer = HttpPeer.on(_ -> HttpPeer.SILENCE);
        var runner = runner(peer)) {
      Outcome outcome = runner.run(call().withDeadline(Instant.now().plusMillis(50)));
      assertThat(outcome.ending()).isInstanceOf(Ending.TimedOut.class);
      peer.awaitNoConnections();
    }
  }

  @Test
  void aCancelledCallClosesItsExchange() throws Exception {
    try (var peer = HttpPeer.on(_ -> HttpPeer.SILENCE);
        var runner = runner(peer)) {
      Invocation in = call();
      var running = new FutureTask<>(() -> runner.run(in));
      Thread.ofVirtual().start(running);
      Await.until(() -> !peer.requests.isEmpty());
      in.cancellation().cancel();
      assertThat(running.get().ending()).isInstanceOf(Ending.Cancelled.class);
      peer.awaitNoConnections();
    }
  }

  @Test
  void toCancelACallThatIsOverDisturbsNobody() throws Exception {
    try (var peer = HttpPeer.on(request -> answer(200, request.body()));
        var runner = runner(peer)) {
      Invocation first = call();
      runner.run(first);
      first.cancellation().cancel();
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
      assertThat(peer.connections).hasValue(1);
    }
  }

  @Test
  void anInterruptEndsACall() throws Exception {
    try (var peer = HttpPeer.on(_ -> HttpPeer.SILENCE);
        var runner = runner(peer)) {
      Invocation in = call();
      var running = new FutureTask<>(() -> runner.run(in));
      Thread thread = Thread.ofVirtual().start(running);
      Await.until(() -> !peer.requests.isEmpty());
      thread.interrupt();
      assertThat(running.get().bytes()).isEmpty();
      peer.awaitNoConnections();
    }
  }
}
