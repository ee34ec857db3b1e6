package dev.kiln.bench.load.callers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EvaluateAnswerTest {
  @Test
  void acceptsTheExpectedListAmongOtherFields() {
    assertThat(wrong(answer("hello").setLog(ByteString.copyFromUtf8("said")).setFunction("f")))
        .isEmpty();
  }

  @Test
  void findsADifferingByte() {
    assertThat(wrong(answer("hallo"))).isEqualTo("differs from the expected bytes at 1");
  }

  @Test
  void refusesALongerList() {
    assertThat(wrong(answer("hello!"))).isEqualTo("differs from the expected bytes at 5");
  }

  @Test
  void refusesAMessageWithoutAList() {
    assertThat(wrong(EvaluateResponse.newBuilder())).isEqualTo("a message without a list");
  }

  @Test
  void refusesAFailureBesideTheExpectedList() {
    assertThat(wrong(answer("hello").setFailure(Failure.newBuilder().setExitCode(1))))
        .isEqualTo("a failure");
  }

  @Test
  void refusesBytesThatAreNotAMessage() {
    assertThat(EvaluateAnswer.mismatch(new byte[] {10, 50, 1}, expected())).isNotEmpty();
  }

  private static EvaluateResponse.Builder answer(String list) {
    return EvaluateResponse.newBuilder().setResourceList(ByteString.copyFromUtf8(list));
  }

  private static String wrong(EvaluateResponse.Builder answer) {
    return EvaluateAnswer.mismatch(answer.build().toByteArray(), expected());
  }

  private static ByteBuffer expected() {
    return ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8));
  }
}
