package dev.kiln.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "kiln", "kiln:", "kiln:8080", "10.0.0.1:1", "[::1]", "[::1]:80", "a_b.c%41-d"})
  void acceptsAHost(String host) {
    assertThat(RequestTarget.isHost(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b", "a/b", "a?b", "a#b", "a@b", "a\\b", "a:b", "a:1:2", "::1", "[", "[]", "]", "[::1",
        "[::1]x", "[g]", "a\u00e4", "a\"", "<a>", "[::1]]"
      })
  void refusesWhatIsNone(String host) {
    assertThat(RequestTarget.isHost(host)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a b", "/\u0000", "/\u000b", "/\u007f", "/\u00e4", "a", "*", "a:80", ""})
  void refusesTargetsThatAreNoAddress(String target) {
    assertThatIllegalArgumentException().isThrownBy(() -> RequestTarget.pathAndQuery(target));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/functions/a?b=c", "http://a/functions/a?b=c", "HTTPS://a:1/functions/a?b=c"})
  void findsThePath(String target) {
    assertThat(RequestTarget.pathAndQuery(target)).isEqualTo("/functions/a?b=c");
  }
}
