package dev.kiln.bench.load.callers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class HttpAnswerTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nVary: Accept\r\ncontent-length: 5\r\n\r\n";

  private final HttpAnswer answer = new HttpAnswer(bytes("hello"));

  @Test
  void theExpectedBytesAreRight() {
    assertThat(answer.receive(bytes(HEAD + "hello"))).isTrue();
    assertThat(answer.mismatch()).isEmpty();
  }

  @Test
  void isCompleteWithItsLastByteInAnyParts() {
    String whole = HEAD + "hello";
    for (int i = 0; i < whole.length() - 1; i++) {
      assertThat(answer.receive(bytes(whole.substring(i, i + 1)))).isFalse();
    }
    assertThat(answer.receive(bytes("o"))).isTrue();
    assertThat(answer.mismatch()).isEmpty();
  }

  @Test
  void everyOtherByteIsFoundInEveryPart() {
    answer.receive(bytes(HEAD + "he"));
    assertThat(answer.receive(bytes("lLo"))).isTrue();
    assertThat(answer.mismatch()).isEqualTo("differs from the expected bytes at 3");
  }

  @Test
  void anotherLengthIsWrongEvenIfAllBytesOfItAreRight() {
    assertThat(answer.receive(bytes(HEAD.replace("5", "4") + "hell"))).isTrue();
    assertThat(answer.mismatch()).isEqualTo("4 bytes (expected: 5)");
  }

  @Test
  void refusesAnotherStatusWithAnyBody() {
    String refused = HEAD.replace("200 OK", "503 Service Unavailable");
    assertThat(answer.receive(bytes(refused + "hello"))).isTrue();
    assertThat(answer.mismatch()).isEqualTo("status 503 Service Unavailable");
  }

  @Test
  void readsOneAnswerAfterTheOther() {
    answer.receive(bytes(HEAD + "hullo"));
    answer.begin();
    assertThat(answer.receive(bytes(HEAD + "hello"))).isTrue();
    assertThat(answer.mismatch()).isEmpty();
  }

  @Test
  void refusesMoreBytesThanAnnounced() {
    assertThatIllegalStateException().isThrownBy(() -> answer.receive(bytes(HEAD + "hello!")));
  }

  @Test
  void anAnswerOfUnknownLengthIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> answer.receive(bytes("HTTP/1.1 200 OK\r\nVary: Accept\r\n\r\n")))
        .withMessageStartingWith("an answer without Content-Length");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }
}
