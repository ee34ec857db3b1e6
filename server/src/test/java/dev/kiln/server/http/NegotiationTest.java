package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.admission.Gzip;
import dev.kiln.yaml.Yaml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types, encodings, and who wants which. */
@Timeout(120)
class NegotiationTest {
  private static final String JSON_LIST = "{\"kind\": \"ResourceList\", \"items\": []}";

  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/yaml",
        "Text/YAML",
        "text/yaml; charset=utf-8",
        "text/yaml;charset=\"UTF-8\"",
        "text/yaml; version=2; CHARSET=Utf-8",
        "application/yaml",
        "Application/YAML; charset=utf-8",
        "application/json",
        "application/json;charset=utf-8",
        "application/json ; a=b",
      })
  @DisplayName("Content-Type: either type, parameters allowed, charset UTF-8 only")
  void contentType(String type) throws Exception {
    ReceivedResponse response = host.post("nothing", JSON_LIST, "Content-Type", type);
    assertThat(response.code()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-yaml",
        "text/yaml, application/json",
        "text/yaml; charset=iso-8859-1",
        "application/json;charset=utf-16",
        "text/*",
        "yaml",
      })
  @DisplayName("415: Content-Type not one of the two")
  void otherContentType(String type) throws Exception {
    ReceivedResponse response = host.post("nothing", LIST, "Content-Type", type);
    assertThat(response.refusedWith(415, "UnsupportedMediaType").message())
        .isEqualTo(
            "Content-Type: \""
                + type
                + "\" (expected: text/yaml, application/yaml or application/json, in UTF-8)");
    assertThat(response.header("accept-encoding")).isEqualTo("gzip");
  }

  @Test
  @DisplayName("415: Content-Type missing")
  void noContentType() throws Exception {
    try (var wire = host.connect()) {
      wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + LIST.length() + "\r\n\r\n");
      ReceivedResponse response = wire.send(LIST).read().refusedWith(415, "UnsupportedMediaType");
      assertThat(response.message()).startsWith("Content-Type: missing (expected: text/yaml, app");
      assertThat(response.header("accept-encoding")).isEqualTo("gzip");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "deflate", "gzip, gzip", "zstd"})
  @DisplayName("415: unknown Content-Encoding: Accept-Encoding")
  void otherContentEncoding(String encoding) throws Exception {
    ReceivedResponse response = host.post("nothing", LIST, "Content-Encoding", encoding);
    assertThat(response.refusedWith(415, "UnsupportedMediaType").message())
        .isEqualTo("Content-Encoding: \"" + encoding + "\" (expected: gzip)");
    assertThat(response.header("accept-encoding")).isEqualTo("gzip");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*                                    | text/yaml",
        "text/yaml                              | text/yaml",
        "application/json                       | application/json",
        "APPLICATION/JSON                       | application/json",
        "text/*                                 | text/yaml",
        "application/*                          | application/json",
        "application/json, text/yaml            | text/yaml",
        "application/json;q=0.5, text/yaml;q=0.5 | text/yaml",
        "application/json, text/yaml;q=0.9      | application/json",
        "text/yaml;q=0.1, */*;q=0.2             | application/json",
        "text/yaml;q=0, */*                     | application/json",
        "application/json;q=0, */*              | text/yaml",
        "text/html, application/*;q=0.1         | application/json",
        "text/*;q=0.3, application/json;q=0.2   | text/yaml",
        "application/json;charset=utf-8;q=1.0   | application/json",
        "text/html, */*;q=0.1                   | text/yaml",
        "application/yaml                       | application/yaml",
        "Application/YAML, */*;q=0.8            | application/yaml",
        "application/yaml, application/json     | application/yaml",
        "application/yaml, text/yaml            | text/yaml",
        "application/yaml;q=0.1, application/*  | application/json",
        "application/yaml;q=0, */*              | text/yaml",
        "application/json;q=NaN, text/yaml;q=0.1 | text/yaml",
        "text/yaml;q=NaN, application/json;q=0.1 | application/json",
      })
  @DisplayName("Accept: q-values, text/* and application/*; a tie is YAML; Vary: Accept")
  void accept(String accept, String type) throws Exception {
    ReceivedResponse response = host.post("nothing", LIST, "Accept", accept);
    assertThat(response.code()).isEqualTo(200);
    assertThat(response.header("content-type")).isEqualTo(type);
    assertThat(response.header("vary")).isEqualToIgnoringCase("accept");
    assertThat(response.text().startsWith("{")).isEqualTo(type.endsWith("json"));
    assertThat(Yaml.parse(response.body()).hasSameValueAs(Yaml.parse(LIST))).isTrue();
  }

  @Test
  @DisplayName("Accept: absent is YAML, over several lines as in one")
  void acceptOverSeveralLines() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(JSON_LIST, "KRM-Function: nothing"));
      assertThat(wire.read().header("content-type")).isEqualTo("text/yaml");
      wire.send(
          RawConnection.request(
              JSON_LIST,
              "KRM-Function: nothing",
              "Accept: text/yaml;q=0.1",
              "Accept: application/json"));
      assertThat(wire.read().header("content-type")).isEqualTo("application/json");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/html", "image/*", "*/*;q=0", "text/yaml;q=0, application/json;q=0.000"})
  @DisplayName("406: Accept excludes all types: a Status in YAML")
  void acceptOfNeither(String accept) throws Exception {
    ReceivedResponse response = host.post("nothing", LIST, "Accept", accept);
    assertThat(response.refusedWith(406, "NotAcceptable").message())
        .isEqualTo(
            "Accept excludes all types (expected: text/yaml, application/yaml, application/json or"
                + " */*)");
    assertThat(response.header("content-type")).isEqualTo("text/yaml");
  }

  @Test
  @DisplayName("A Status in the negotiated type")
  void statusInJson() throws Exception {
    ReceivedResponse json = host.post("lable", LIST, "Accept", "application/json");
    assertThat(json.header("content-type")).isEqualTo("application/json");
    assertThat(json.text()).startsWith("{").contains("\"kind\"");
    ReceivedResponse yaml = host.post("lable", JSON_LIST, "Content-Type", "application/json");
    assertThat(yaml.header("content-type")).isEqualTo("text/yaml");
    assertThat(yaml.text()).startsWith("apiVersion: v1\nkind: Status\n");
    assertThat(json.message()).isEqualTo(yaml.message());
    for (ReceivedResponse response : new ReceivedResponse[] {json, yaml}) {
      response.refusedWith(404, "NotFound");
      assertThat(response.header("vary")).isEqualToIgnoringCase("accept");
    }
  }

  @Test
  @DisplayName("gzip requests are inflated, in one member or several")
  void gzipRequest() throws Exception {
    byte[] list = LIST.getBytes(UTF_8);
    byte[] first = Gzip.pack(Arrays.copyOf(list, 40));
    byte[] second = Gzip.pack(Arrays.copyOfRange(list, 40, list.length));
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    for (byte[] packed : new byte[][] {Gzip.pack(list), both}) {
      for (String name : new String[] {"gzip", "GZIP", "x-gzip"}) {
        var request = host.request("nothing", packed, "Content-Encoding", name);
        assertThat(host.send(request.build()).text()).isEqualTo(LIST);
      }
    }
    assertThat(host.post("nothing", LIST, "Content-Encoding", "identity").text()).isEqualTo(LIST);
  }

  @Test
  @DisplayName("400: a body that is no whole gzip")
  void brokenGzip() throws Exception {
    byte[] packed = Gzip.pack(LIST.getBytes(UTF_8));
    byte[] wrongSum = packed.clone();
    wrongSum[packed.length - 8] ^= 1;
    byte[] half = Arrays.copyOf(packed, packed.length / 2);
    for (byte[] broken : new byte[][] {half, wrongSum, LIST.getBytes(UTF_8), new byte[0]}) {
      var request = host.request("nothing", broken, "Content-Encoding", "gzip");
      assertThat(host.send(request.build()).refusedWith(400, "BadRequest").message())
          .startsWith("a body that is no whole gzip: ")
          .doesNotEndWith("null");
    }
  }

  @Test
  @DisplayName("Responses are compressed when the client asks")
  void gzipResponse() throws Exception {
    String list = LIST + "x: " + "clay ".repeat(1000) + "\n";
    ReceivedResponse response = host.post("nothing", list, "Accept-Encoding", "gzip");
    assertThat(response.header("content-encoding")).isEqualTo("gzip");
    assertThat(response.header("vary")).isEqualToIgnoringCase("accept, accept-encoding");
    assertThat(unpacked(response)).isEqualTo(list);
    assertThat(response.body().length).isLessThan(list.length() / 4);
  }

  private static String unpacked(ReceivedResponse response) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip;q=0 | ''",
        "*        | gzip",
        "br, gzip;q=0.1 | gzip",
        "identity | ''",
        "gzip;q=0, * | ''",
      })
  @DisplayName("Accept-Encoding with q-values")
  void acceptEncoding(String accepted, String encoding) throws Exception {
    String list = LIST + "x: " + "clay ".repeat(1000) + "\n";
    ReceivedResponse response = host.post("nothing", list, "Accept-Encoding", accepted);
    assertThat(response.header("content-encoding")).isEqualTo(encoding);
  }
}
