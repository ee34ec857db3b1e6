package dev.kiln.runtime.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.net.Address.Tcp;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteAddressTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080",
        "https://functions.example.com:8443/functions/set-labels",
        "grpc://10.0.0.7:9446",
        "grpcs://host_1.example.com:443",
        "http://[::1]:80",
        "http+unix:///run/kiln.sock",
        "grpc+unix:///run/kiln.sock"
      })
  void isWrittenAsItIsRead(String text) {
    assertThat(RemoteAddress.parse(text)).hasToString(text);
  }

  @Test
  void aSocketSpeaksHttpUnlessItIsSaid() {
    assertThat(RemoteAddress.parse("unix:///run/kiln.sock"))
        .isEqualTo(RemoteAddress.unix(Protocol.HTTP, Path.of("/run/kiln.sock")));
  }

  @ParameterizedTest
  @CsvSource({"http://example.com,80", "https://example.com/,443"})
  void httpHasUsualPorts(String text, int port) {
    assertThat(RemoteAddress.parse(text).place()).isEqualTo(new Tcp("example.com", port));
  }

  @ParameterizedTest
  @CsvSource({
    "http://[::1]:80,[::1]:80",
    "grpc://localhost:9446,localhost:9446",
    "unix:///run/f.sock,unix:///run/f.sock"
  })
  void tellsAServerWhereToListen(String text, String listening) {
    assertThat(RemoteAddress.parse(text).listenAddress()).isEqualTo(listening);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost:8080 | no scheme",
        "ftp://localhost:21 | no server speaks ftp",
        "grpc://localhost | no port",
        "http://localhost:0 | \"0\" is no port",
        "http://localhost:65536 | \"65536\" is no port",
        "http://localhost:80a | \"80a\" is no port",
        "http://::1:80 | needs brackets",
        "http://[::1 | [ without ]",
        "http://[nothing]:80 | no IPv6 address stands in the brackets",
        "http://[::1]80 | \"80\" after ]",
        "http://:80 | no host",
        "http://a b:80 | \"a b\" is no host",
        "http://user@host:80 | \"user@host\" is no host",
        "http://host:80/a?b=c | no path without query",
        "grpc://host:80/a | gRPC has no path",
        "unix://run/kiln.sock | an absolute path",
        "unix:///run/ | no file name"
      })
  void saysWhatIsWrongAndWhatFits(String text, String problem) {
    assertThatThrownBy(() -> RemoteAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"" + text + "\": ")
        .hasMessageContaining(problem)
        .hasMessageContaining("(expected: ");
  }
}
