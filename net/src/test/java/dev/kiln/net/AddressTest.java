package dev.kiln.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @CsvSource({
    "localhost:8080, localhost, 8080",
    "127.0.0.1:0, 127.0.0.1, 0",
    "krm-functions.tools.svc:65535, krm-functions.tools.svc, 65535",
    "[::1]:80, ::1, 80",
    "[fe80::1%eth0]:80, fe80::1%eth0, 80",
    "[::ffff:192.0.2.1]:80, ::ffff:192.0.2.1, 80",
  })
  void readsHostAndPort(String text, String host, int port) {
    assertThat(Address.parse(text)).isEqualTo(new Address.Tcp(host, port)).hasToString(text);
  }

  @Test
  void readsAPortOfAllInterfaces() {
    assertThat(Address.parse(":8080")).isEqualTo(new Address.Tcp("", 8080)).hasToString(":8080");
  }

  @Test
  void readsASocket() {
    assertThat(Address.parse("unix:///run/kiln.sock"))
        .isEqualTo(new Address.Unix(Path.of("/run/kiln.sock")))
        .hasToString("unix:///run/kiln.sock");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``            | no port (expected: FORMS)",
        "localhost     | no port (expected: FORMS)",
        "localhost:    | no port (expected: FORMS)",
        ":             | no port (expected: FORMS)",
        "8080          | no colon before the port (expected: :8080)",
        "h:65536       | \"65536\" is no port (expected: a number from 0 to 65535)",
        "h:99999999999 | \"99999999999\" is no port (expected: a number from 0 to 65535)",
        "h:-1          | \"-1\" is no port (expected: a number from 0 to 65535)",
        "h:http        | \"http\" is no port (expected: a number from 0 to 65535)",
        "h:80/path     | \"80/path\" is no port (expected: a number from 0 to 65535)",
        "http://h:80   | an address has no http:// (expected: FORMS)",
        "tcp://:80     | an address has no tcp:// (expected: FORMS)",
        "*:80          | \"*\" is no host (all are :port) (expected: FORMS)",
        "a b:80        | \"a b\" is no host (expected: FORMS)",
        "me@h:80       | \"me@h\" is no host (expected: FORMS)",
        "-h:80         | \"-h\" is no host (expected: FORMS)",
        "256.0.0.1:80  | \"256.0.0.1\" is no host (expected: FORMS)",
        "127.1:80      | \"127.1\" is no host (expected: FORMS)",
        "127.0.0.1.:80 | \"127.0.0.1.\" is no host (expected: FORMS)",
        "127.0.0.01:80 | \"127.0.0.01\" is no host (expected: FORMS)",
        "::1           | more than one colon, and an IPv6 address needs brackets"
            + " (expected: [::1]:port)",
        "::1:80        | more than one colon, and an IPv6 address needs brackets"
            + " (expected: [::1]:port)",
        "[::1          | [ without ] (expected: [::1]:port)",
        "[::1]         | no port (expected: [::1]:port)",
        "[::1]80       | \"80\" after ] (expected: [::1]:port)",
        "[::1]:x       | \"x\" is no port (expected: a number from 0 to 65535)",
        "[]:80         | no IPv6 address stands in the brackets (expected: [::1]:port)",
        "[[::1]]:80    | no IPv6 address stands in the brackets (expected: [::1]:port)",
        "[1:2:3]:80    | no IPv6 address stands in the brackets (expected: [::1]:port)",
        "[host]:80     | no IPv6 address stands in the brackets (expected: [::1]:port)",
        "[127.0.0.1]:1 | no IPv6 address stands in the brackets (expected: [::1]:port)",
        "unix:         | a socket needs an absolute path after unix:// (expected: SOCKET)",
        "unix:/k.sock  | a socket needs an absolute path after unix:// (expected: SOCKET)",
        "unix://       | a socket needs an absolute path after unix:// (expected: SOCKET)",
        "unix://k.sock | a socket needs an absolute path after unix:// (expected: SOCKET)",
        "unix:///      | the path has no file name (expected: SOCKET)",
        "unix:///run/  | the path has no file name (expected: SOCKET)",
        "unix:///run/..| the path has no file name (expected: SOCKET)",
      })
  void saysWhatIsWrongAndWhatFits(String text, String problem) {
    assertThatThrownBy(() -> Address.parse(text))
        .isInstanceOf(BadAddress.class)
        .hasMessage(
            "\"%s\": %s",
            text,
            problem
                .replace("FORMS", "host:port, [::1]:port, :port or unix:///path.sock")
                .replace("SOCKET", "unix:///path.sock"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unix:///run/a\u0000b", "host\nname:80"})
  void keepsTheMessageOnOneLine(String text) {
    assertThatThrownBy(() -> Address.parse(text))
        .isInstanceOf(BadAddress.class)
        .message()
        .doesNotContainPattern("\\p{Cntrl}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:1", "127.0.0.1:1", "127.8.8.8:1", "[::1]:1", "unix:///run/k.sock"})
  void isLocalOnLoopbackAndSockets(String text) {
    assertThat(Address.parse(text).isLocal()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {":1", "0.0.0.0:1", "[::]:1", "192.0.2.1:1", "nobody.invalid:1"})
  void isNotLocalElsewhere(String text) {
    assertThat(Address.parse(text).isLocal()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:80, localhost:80",
    "localhost:80, 127.0.0.1:80",
    "[::1]:80, [0:0::1]:80",
    ":80, 127.0.0.1:80",
    "127.0.0.1:80, 0.0.0.0:80",
    "unix:///run/a, unix:///run/../run/a",
  })
  void clashesWithTheSameAddress(String one, String other) {
    assertThat(Address.parse(one).clashesWith(Address.parse(other))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:80, localhost:81",
    "localhost:0, localhost:0",
    "127.0.0.1:80, 127.0.0.2:80",
    "127.0.0.1:80, [::1]:80",
    "unix:///run/a, unix:///run/b",
    "unix:///run/a, localhost:80",
    "localhost:80, unix:///run/a",
  })
  void leavesOthersAlone(String one, String other) {
    assertThat(Address.parse(one).clashesWith(Address.parse(other))).isFalse();
  }
}
