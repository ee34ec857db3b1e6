package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CompletedCall;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests say and responses tell in their headers, and what the door tells of them. */
@Timeout(120)
class HeadersTest {
  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  private static String log(ReceivedResponse response) {
    byte[] log = Base64.getDecoder().decode(response.header("KRM-Function-Log"));
    return new String(log, StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("KRM-Function and KRM-Image select as a request's name and image")
  void select() throws Exception {
    assertThat(host.post("label", LIST, "KRM-Image", "example.com/fn/nothing:v1").text())
        .contains("by: none");
    assertThat(host.post("", LIST, "KRM-Image", "example.com/fn/label:v7").text())
        .contains("by: none");
    assertThat(host.post("", LIST, "KRM-Image", "example.com/fn/label:v7").header("KRM-Function"))
        .isEqualTo("label");
  }

  @Test
  @DisplayName("POST /functions/{name}")
  void selectByPath() throws Exception {
    ReceivedResponse response = host.send(at("/functions/label", "").build());
    assertThat(response.code()).isEqualTo(200);
    assertThat(response.header("KRM-Function")).isEqualTo("label");
    assertThat(host.send(at("/functions/label?a=b", "").build()).code()).isEqualTo(200);
    assertThat(host.send(at("/functions/label", "label").build()).code()).isEqualTo(200);
    assertThat(
            host.send(at("/functions/label", "nothing").build())
                .refusedWith(400, "BadRequest")
                .message())
        .isEqualTo("the path names function \"label\", KRM-Function \"nothing\"");
  }

  @Test
  @DisplayName("400: a header that chooses, twice")
  void selectTwice() throws Exception {
    var request = at("/", "label").header("KRM-Function", "nothing");
    assertThat(host.send(request.build()).refusedWith(400, "BadRequest").message())
        .isEqualTo("the header krm-function is there 2 times (expected: once)");
  }

  private HttpRequest.Builder at(String path, String function) throws Exception {
    return host.request(function, LIST.getBytes(StandardCharsets.UTF_8)).uri(host.door().uri(path));
  }

  @Test
  @DisplayName("KRM-Function (what ran), KRM-Function-Exit-Code, Server-Timing")
  void whatRan() throws Exception {
    String list = LIST + "functionConfig: {apiVersion: example.com/v1, kind: Label, value: x}\n";
    ReceivedResponse response = host.post("", list);
    assertThat(response.header("KRM-Function")).isEqualTo("label");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("0");
    String phase = ";dur=\\d+\\.\\d{3}";
    assertThat(response.header("Server-Timing"))
        .matches("queue%1$s, parse%1$s, run%1$s, serialize%1$s".formatted(phase));
    assertThat(response.headers().map())
        .doesNotContainKeys("krm-function-log", "krm-function-log-truncated");
  }

  @Test
  @DisplayName("KRM-Function-Exit-Code only if a function ran: 124 past the deadline, none before")
  void pastTheDeadline() throws Exception {
    ReceivedResponse response;
    long patience = 100;
    do { // until it ran at its deadline, however busy the machine is
      response = host.post("wait", LIST, "KRM-Timeout", patience + "ms");
      assertThat(response.code()).isEqualTo(504);
      patience *= 2;
    } while (!response.message().startsWith("wait was not done"));
    assertThat(response.header("KRM-Function")).isEqualTo("wait");
    assertThat(response.header("KRM-Function-Exit-Code")).isEqualTo("124");
  }

  @Test
  @DisplayName("KRM-Function-Log: base64 of what the function wrote, on failure as well")
  void logOfAFailure() throws Exception {
    host.with(
        "tell",
        (_, call) -> {
          call.log().println("a kiln wörks\nat 1200°");
          throw new IllegalStateException("too hot");
        });
    ReceivedResponse response = host.post("tell", LIST);
    assertThat(response.code()).isEqualTo(500);
    assertThat(log(response)).startsWith("a kiln wörks\nat 1200°\njava.lang.IllegalState");
  }

  private void talkative() {
    host.with(
        "talk",
        (in, call) -> {
          call.log().print("<" + "0123456789".repeat(6000) + ">");
          return in;
        });
  }

  @Test
  @DisplayName("KRM-Function-Log: the last 4 KiB, KRM-Function-Log-Truncated: true when cut")
  void endOfTheLog() throws Exception {
    talkative();
    ReceivedResponse response = host.post("talk", LIST);
    assertThat(log(response)).hasSize(4096).endsWith("789>");
    assertThat(response.header("KRM-Function-Log-Truncated")).isEqualTo("true");
  }

  @Test
  @DisplayName("KRM-Log-Limit: up to 48 KiB")
  void longerLog() throws Exception {
    talkative();
    for (String limit : new String[] {"48Ki", "1Gi"}) {
      ReceivedResponse most = host.post("talk", LIST, "KRM-Log-Limit", limit);
      assertThat(log(most)).hasSize(48 << 10).endsWith("789>");
      assertThat(most.header("KRM-Function-Log-Truncated")).isEqualTo("true");
    }
    assertThat(log(host.post("talk", LIST, "KRM-Log-Limit", "5"))).isEqualTo("6789>");
    ReceivedResponse none = host.post("talk", LIST, "KRM-Log-Limit", "0");
    assertThat(log(none)).isEmpty();
    assertThat(none.header("KRM-Function-Log-Truncated")).isEqualTo("true");
  }

  @Test
  @DisplayName("KRM-Function-Log: not truncated where all of it fits")
  void wholeLog() throws Exception {
    host.with(
        "talk",
        (in, call) -> {
          call.log().print("x".repeat(4096));
          return in;
        });
    ReceivedResponse response = host.post("talk", LIST);
    assertThat(log(response)).isEqualTo("x".repeat(4096));
    assertThat(response.headers().map()).doesNotContainKey("krm-function-log-truncated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"much", "-1", "1.5Ki"})
  @DisplayName("400: KRM-Log-Limit that is no number of bytes")
  void noLogLimit(String limit) throws Exception {
    assertThat(host.post("nothing", LIST, "KRM-Log-Limit", limit).message())
        .isEqualTo("KRM-Log-Limit: \"" + limit + "\" (expected: a number of bytes, 48Ki at most)");
  }

  @Test
  @DisplayName("x-request-id is echoed, on a refusal too; one that cannot be meant is replaced")
  void requestId() throws Exception {
    for (String function : new String[] {"nothing", "lable"}) {
      assertThat(host.post(function, LIST, "x-request-id", "a-1/b").header("x-request-id"))
          .isEqualTo("a-1/b");
    }
    for (String odd : new String[] {"a b", "a\"b", "x".repeat(129)}) {
      assertThat(host.post("nothing", LIST, "x-request-id", odd).header("x-request-id"))
          .matches("[0-9a-f]{16}");
    }
  }

  @Test
  void tellsTheTime() throws Exception {
    for (String function : new String[] {"nothing", "lable"}) {
      String date = host.post(function, LIST).header("date");
      Instant told = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
      assertThat(told).isBetween(Instant.now().minusSeconds(60), Instant.now());
    }
  }

  @Test
  void tellsOfEachCall() throws Exception {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    ReceivedResponse response =
        host.post("report", LIST, "traceparent", trace, "x-request-id", "me");
    CompletedCall call = host.door().calls().getFirst();
    assertThat(call.request().door()).isEqualTo("http");
    assertThat(call.request().id()).isEqualTo("me");
    assertThat(call.request().traceparent()).isEqualTo(trace);
    assertThat(call.function()).isEqualTo("report");
    assertThat(call.status()).isEqualTo("422");
    assertThat(call.ending()).isInstanceOf(Ending.Failed.class);
    assertThat(call.bytesIn()).isEqualTo(LIST.length());
    assertThat(call.bytesOut()).isEqualTo(response.body().length);
    assertThat(call.results()).isEqualTo(Map.of(Severity.ERROR, 1, Severity.WARNING, 1));
    assertThat(call.duration()).isGreaterThanOrEqualTo(call.timing().run());
  }

  @Test
  void tellsOfARefusalOnce() throws Exception {
    host.post("nothing", LIST, "Accept", "text/html", "x-request-id", "me");
    assertThat(host.door().calls()).hasSize(1);
    CompletedCall call = host.door().calls().getFirst();
    assertThat(call.request().id()).isEqualTo("me");
    assertThat(call.function()).isEmpty();
    assertThat(call.status()).isEqualTo("406");
  }
}
