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
    assertThat(answer.take(bytes(HEAD + "hello"))).isTrue();
    assertThat(answer.wrong()).isEmpty();
  }

  @Test
  void isCompleteWithItsLastByteHoweverItIsCutUp() {
    String whole = HEAD + "hello";
    for (int i = 0; i < whole.length() - 1; i++) {
      assertThat(answer.take(bytes(whole.substring(i, i + 1)))).isFalse();
    }
    assertThat(answer.take(bytes("o"))).isTrue();
    assertThat(answer.wrong()).isEmpty();
  }

  @Test
  void everyOtherByteIsFoundInEveryPart() {
    answer.take(bytes(HEAD + "he"));
    assertThat(answer.take(bytes("lLo"))).isTrue();
    assertThat(answer.wrong()).isEqualTo("differs from the expected bytes at 3");
  }

  @Test
  void anotherLengthIsWrongEvenIfAllBytesOfItAreRight() {
    assertThat(answer.take(bytes(HEAD.replace("5", "4") + "hell"))).isTrue();
    assertThat(answer.wrong()).isEqualTo("4 bytes (expected: 5)");
  }

  @Test
  void anotherStatusIsWrongWhateverTheBody() {
    String refused = HEAD.replace("200 OK", "503 Service Unavailable");
    assertThat(answer.take(bytes(refused + "hello"))).isTrue();
    assertThat(answer.wrong()).isEqualTo("status 503 Service Unavailable");
  }

  @Test
  void readsOneAnswerAfterTheOther() {
    answer.take(bytes(HEAD + "hullo"));
    answer.begin();
    assertThat(answer.take(bytes(HEAD + "hello"))).isTrue();
    assertThat(answer.wrong()).isEmpty();
  }

  @Test
  void moreThanWasAnnouncedIsNoAnswer() {
    assertThatIllegalStateException().isThrownBy(() -> answer.take(bytes(HEAD + "hello!")));
  }

  @Test
  void anAnswerOfUnknownLengthIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> answer.take(bytes("HTTP/1.1 200 OK\r\nVary: Accept\r\n\r\n")))
        .withMessageStartingWith("an answer without Content-Length");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }
}
