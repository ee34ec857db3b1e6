package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.server.admission.Gzip;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the contract's table of statuses that a whole request can meet, named as there. */
@Timeout(120)
class StatusTest {
  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  @Test
  @DisplayName("200: success")
  void success() throws Exception {
    ReceivedResponse response = host.post("label", LIST);
    assertThat(response.code()).isEqualTo(200);
    assertThat(response.text())
        .isEqualTo(LIST.replace("name: one\n", "name: one\n    labels:\n      by: none\n"));
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("0");
  }

  @Test
  @DisplayName("422: the function ran and failed (results with severity error)")
  void errorResults() throws Exception {
    ReceivedResponse response = host.post("report", LIST);
    assertThat(response.code()).isEqualTo(422);
    assertThat(response.text()).startsWith(LIST).contains("message: a bad name");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("1");
  }

  @Test
  @DisplayName("422: the function ran and failed (a refused functionConfig)")
  void refusedConfig() throws Exception {
    ReceivedResponse response = host.post("refuse", LIST);
    assertThat(response.code()).isEqualTo(422);
    assertThat(response.text()).startsWith(LIST).contains("a colour", "severity: error");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("3");
  }

  @Test
  @DisplayName("422: a wrapped program: exit code not 0, with a list")
  void failedProgram() throws Exception {
    host.with(program(new Ending.Failed(Reason.EXIT_CODE, 77, "no"), "left: this\n"));
    ReceivedResponse response = host.post("program", LIST);
    assertThat(response.code()).isEqualTo(422);
    assertThat(response.text()).isEqualTo("left: this\n");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("77");
  }

  @ParameterizedTest
  @CsvSource({"kind: ResourceList, text/yaml", "' {}', application/json"})
  @DisplayName("200: what a program wrote is named as what it is, whatever was asked for")
  void programOfAnotherType(String wrote, String type) throws Exception {
    host.with(program(new Ending.Done(), wrote));
    ReceivedResponse response = host.post("program", LIST, "Accept", "application/json");
    assertThat(response.text()).isEqualTo(wrote);
    assertThat(response.header("Content-Type")).isEqualTo(type);
  }

  private static RegisteredFunction program(Ending ending, String left) {
    return RegisteredFunction.of(
        "program", List.of(), (_, _) -> false, _ -> Outcome.of(ending, left.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"throw", "overflow"})
  @DisplayName("500: the function threw: its ResourceList with an error result if it left one")
  void threw(String function) throws Exception {
    ReceivedResponse response = host.post(function, LIST);
    assertThat(response.code()).isEqualTo(500);
    assertThat(response.text()).startsWith(LIST).contains("severity: error");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("2");
  }

  @Test
  @DisplayName("500: the function could not be started: else a Status")
  void notStarted() throws Exception {
    var ending = new Ending.Failed(Reason.START, 127, "no program of that name");
    host.with(
        RegisteredFunction.of("program", List.of(), (_, _) -> false, _ -> Outcome.of(ending)));
    ReceivedResponse response = host.post("program", LIST);
    assertThat(response.code()).isEqualTo(500);
    assertThat(response.message()).isEqualTo("no program of that name");
    assertThat(response.status("reason")).isEqualTo("InternalError");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("127");
  }

  @Test
  @DisplayName("500: a fault of the host tells no inner detail")
  void fault() throws Exception {
    host.with(
        RegisteredFunction.of(
            "program",
            List.of(),
            (_, _) -> false,
            _ -> {
              throw new IllegalStateException("secret");
            }));
    ReceivedResponse response = host.post("program", LIST);
    assertThat(response.code()).isEqualTo(500);
    assertThat(response.message()).isEqualTo("internal error");
    assertThat(response.text()).doesNotContain("secret", "IllegalState");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: [                       | '' | a [ that is not closed (opened here) at line 1, column 7",
        "kind: ResourceList\\nkind: x  | '' | duplicate key \"kind\", first on line 1 at line 2, column 1",
        "kind: List\\nitems: []        | kind | kind: \"List\" (expected: ResourceList) at line 1, column 7",
        "kind: ResourceList\\nitems: 7 | items | items: 7 (expected: a list of objects) at line 2, column 8",
        "''                            | '' | nothing (expected: a ResourceList)",
        "kind: ResourceList\\nitems: []\\n---\\na: b | '' | a second document where one is meant at line 4, column 1",
      })
  @DisplayName("400: not YAML/JSON, duplicate keys, several documents, not a ResourceList")
  void unreadable(String body, String field, String message) throws Exception {
    ReceivedResponse response = host.post("nothing", body.replace("\\n", "\n"));
    response.refusedWith(400, "BadRequest");
    assertThat(response.message()).isEqualTo(message);
    assertThat(response.status("details.causes[0].message")).isEqualTo(message);
    assertThat(response.status("details.causes[0].field")).isEqualTo(field);
  }

  @Test
  @DisplayName("400: not UTF-8")
  void notUtf8() throws Exception {
    byte[] body = {'a', ':', ' ', (byte) 0xC3, (byte) 0x28};
    ReceivedResponse response = host.send(host.request("nothing", body).build());
    response.refusedWith(400, "BadRequest");
    assertThat(response.message()).isEqualTo("not UTF-8 (byte 0xC3) at line 1, column 4");
  }

  @Test
  @DisplayName("400: an alias bomb")
  void aliasBomb() throws Exception {
    var bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
    }
    ReceivedResponse response = host.post("nothing", bomb.toString());
    response.refusedWith(400, "BadRequest");
    assertThat(response.message()).contains("an alias bomb?");
  }

  @Test
  @DisplayName("404: unknown path")
  void unknownPath() throws Exception {
    for (String path : List.of("/x", "/functions", "/functions/", "/functions/a/b")) {
      var request = host.request("nothing", LIST.getBytes(UTF_8)).uri(host.door().uri(path));
      ReceivedResponse response = host.send(request.build()).refusedWith(404, "NotFound");
      assertThat(response.message())
          .isEqualTo("no path " + path + " (expected: / or /functions/NAME)");
    }
  }

  @Test
  @DisplayName("404: unknown function")
  void unknownFunction() throws Exception {
    ReceivedResponse response = host.post("lable", LIST).refusedWith(404, "NotFound");
    assertThat(response.message()).startsWith("no function \"lable\" (there are label, linger,");
    var request = host.request("", LIST.getBytes(UTF_8)).uri(host.door().uri("/functions/lable"));
    assertThat(host.send(request.build()).refusedWith(404, "NotFound").message())
        .startsWith("no function \"lable\" (there are");
  }

  @Test
  @DisplayName("404: unknown image")
  void unknownImage() throws Exception {
    ReceivedResponse response = host.post("", LIST, "KRM-Image", "example.com/x:v1");
    assertThat(response.refusedWith(404, "NotFound").message())
        .startsWith("no one function for image \"example.com/x:v1\" (there are");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X", "post"})
  @DisplayName("405: any method but POST: Allow: POST")
  void otherMethod(String method) throws Exception {
    try (var wire = host.connect()) {
      ReceivedResponse response =
          wire.send(method + " /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
              .read(!method.equals("HEAD"));
      assertThat(response.code()).isEqualTo(405);
      assertThat(response.header("allow")).isEqualTo("POST");
      if (!method.equals("HEAD")) {
        assertThat(response.status("reason")).isEqualTo("MethodNotAllowed");
        assertThat(response.message()).isEqualTo(method + " is not served here (expected: POST)");
      }
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  @DisplayName("413: body over the limit, before inflating: the limit, and what raises it")
  void tooLarge() throws Exception {
    host.with(Limits.defaults().withMaxMessageBytes(LIST.length()));
    assertThat(host.post("nothing", LIST).code()).isEqualTo(200);
    ReceivedResponse response = host.post("nothing", LIST + "\n");
    assertTooLarge(response);
    var chunks = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[1 << 20]));
    assertTooLarge(host.send(host.request("nothing", new byte[0]).POST(chunks).build()));
  }

  private static void assertTooLarge(ReceivedResponse response) {
    assertThat(response.refusedWith(413, "RequestEntityTooLarge").message())
        .isEqualTo(
            "the message is larger than the limit of "
                + LIST.length()
                + " bytes (--max-message-bytes or KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)");
  }

  @Test
  @DisplayName("413: body over the limit, after inflating")
  void tooLargeInflated() throws Exception {
    host.with(Limits.defaults().withMaxMessageBytes(LIST.length()));
    byte[] bomb = Gzip.pack((LIST + "\n").getBytes(UTF_8));
    assertThat(bomb.length).isLessThan(LIST.length());
    var request = host.request("nothing", bomb, "Content-Encoding", "gzip");
    assertTooLarge(host.send(request.build()));
    byte[] fits = Gzip.pack(LIST.getBytes(UTF_8));
    assertThat(host.send(host.request("nothing", fits, "Content-Encoding", "gzip").build()).text())
        .isEqualTo(LIST);
  }

  @Test
  @DisplayName("503: queue full: Retry-After; nothing ran")
  void queueFull() throws Exception {
    var gate = new BlockingFunction();
    host.with(new Limits(1 << 20, 1 << 20, 1, 4, 1, 1, Duration.ofMinutes(5))).with("gate", gate);
    CompletableFuture<ReceivedResponse> first = host.postLater("gate", LIST);
    gate.awaitCall();
    CompletableFuture<ReceivedResponse> second = host.postLater("gate", LIST);
    HttpTestHost.await(() -> host.evaluator().load().queued() == 1);
    ReceivedResponse third = host.post("nothing", LIST);
    assertBusy(third, "--max-queued or KRM_FUNCTION_MAX_QUEUED");
    gate.open();
    assertThat(first.get().code()).isEqualTo(200);
    assertThat(second.get().code()).isEqualTo(200);
  }

  private static void assertBusy(ReceivedResponse response, String message) {
    assertThat(response.refusedWith(503, "ServiceUnavailable").message()).contains(message);
    assertThat(response.header("retry-after")).isEqualTo("1");
  }

  @Test
  @DisplayName("503: byte budget spent: Retry-After; nothing ran")
  void budgetSpent() throws Exception {
    int bytes = LIST.length() * 3 / 2;
    int budget = 2 * bytes;
    host.with(new Limits(bytes, budget, 2, 4, 4, 1, Duration.ofMinutes(5)));
    int most = budget - LIST.length();
    Budget.Claim others =
        host.evaluator().budget().openClaim(ClientShare.OWN_PROCESS, most).orElseThrow();
    assertThat(others.grow(most)).isTrue();
    assertBusy(host.post("nothing", LIST), "--max-bytes-in-flight or KRM_FUNCTION_MAX_BYTES");
    var chunks = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[bytes]));
    assertBusy(
        host.send(host.request("nothing", new byte[0]).POST(chunks).build()),
        budget + " bytes that all messages may hold, of which each client has a share");
    others.close();
    assertThat(host.post("nothing", LIST).code()).isEqualTo(200);
  }

  @Test
  @DisplayName("503: draining: Retry-After; nothing ran")
  void draining() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    CompletableFuture<ReceivedResponse> first = host.postLater("gate", LIST);
    gate.awaitCall();
    host.evaluator().drain();
    assertBusy(host.post("nothing", LIST), "this host is about to end");
    gate.open();
    assertThat(first.get().code()).isEqualTo(200);
  }

  @Test
  @DisplayName("504: past the deadline, which KRM-Timeout brings forward")
  void pastTheCallersDeadline() throws Exception {
    assertTimedOut(host.post("wait", LIST, "KRM-Timeout", "100ms"));
  }

  @Test
  @DisplayName("504: past the deadline, which KRM-Timeout does not put off")
  void pastTheHostsDeadline() throws Exception {
    host.with(Limits.defaults().withTimeout(Duration.ofMillis(100)));
    assertTimedOut(host.post("wait", LIST, "KRM-Timeout", "1h"));
  }

  @Test
  @DisplayName("--timeout counts from the first byte of a request")
  void deadlineOfASlowRequest() throws Exception {
    var deadline = new CompletableFuture<Instant>();
    host.with(Limits.defaults().withTimeout(Duration.ofHours(1)))
        .with(
            "deadline",
            (in, call) -> {
              deadline.complete(call.deadline().orElseThrow());
              return in;
            });
    try (var wire = host.connect()) {
      String[] lines = {"KRM-Function: deadline", "Expect: 100-continue"};
      wire.send(RawConnection.head(LIST.length(), lines)).read();
      Instant begun = Instant.now();
      HttpTestHost.await(() -> Instant.now().isAfter(begun.plusMillis(20)));
      assertThat(wire.send(LIST).read().code()).isEqualTo(200);
      assertThat(deadline.get()).isBefore(begun.plus(Duration.ofHours(1)));
    }
  }

  private static void assertTimedOut(ReceivedResponse response) {
    assertThat(response.code()).isEqualTo(504);
    assertThat(response.status("reason")).isEqualTo("Timeout");
    assertThat(response.message())
        .endsWith("at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the longest)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "0s", "-1s", "30", "9223372036854775807h"})
  @DisplayName("400: KRM-Timeout that is no duration above 0")
  void noTimeout(String timeout) throws Exception {
    assertThat(host.post("nothing", LIST, "KRM-Timeout", timeout).message())
        .isEqualTo("KRM-Timeout: \"" + timeout + "\" (expected: a duration above 0, as 30s)");
  }
}
