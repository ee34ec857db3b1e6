package dev.kiln.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** What came back. */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
record ReceivedResponse(int code, HttpHeaders headers, byte[] body) {
  static ReceivedResponse of(HttpResponse<byte[]> response) {
    return new ReceivedResponse(response.statusCode(), response.headers(), response.body());
  }

  /** The value of a header; empty without it. */
  String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** A field of the Status that the body is. */
  String status(String path) {
    Node status = Yaml.parse(body);
    assertThat(status.find("apiVersion").orElseThrow().text()).isEqualTo("v1");
    assertThat(status.find("kind").orElseThrow().text()).isEqualTo("Status");
    assertThat(status.find("status").orElseThrow().text()).isEqualTo("Failure");
    assertThat(status.find("code").orElseThrow().text()).isEqualTo("" + code);
    return status.find(path).map(Node::text).orElse("");
  }

  /** The message of the Status that the body is. */
  String message() {
    return status("message");
  }

  /** Nothing ran: a Status, and no header that speaks of a function. */
  ReceivedResponse refusedWith(int expected, String reason) {
    assertThat(code).isEqualTo(expected);
    assertThat(status("reason")).isEqualTo(reason);
    assertThat(headers.map().keySet())
        .noneMatch(name -> name.startsWith("krm-") || name.equals("server-timing"));
    assertThat(header("x-request-id")).isNotEmpty();
    return this;
  }
}
