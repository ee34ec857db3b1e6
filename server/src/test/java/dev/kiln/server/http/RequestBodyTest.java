package dev.kiln.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.NothingRanException;
import dev.kiln.runtime.StuckCallListener;
import dev.kiln.server.admission.Admission;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
  private static final int LIMIT = 1 << 20;

  @AutoClose
  private final Evaluator evaluator =
      new Evaluator(
          new FunctionRegistry(List.of()),
          new Limits(LIMIT, LIMIT, 1, 1, 1, 1, Duration.ofMinutes(1)),
          StuckCallListener.IGNORE);

  private final Budget budget = evaluator.budget();
  private final Admission admission = new Admission(evaluator, 0, 0);

  private RequestBody body(long announced) {
    return new RequestBody(admission.openClaim(ClientShare.OWN_PROCESS, announced), announced);
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  @Test
  void takesNothingForBytesThatDoNotCome() {
    body(LIMIT);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void takesWhatComesInOnePiece() {
    for (long announced : new long[] {2000, -1}) {
      long before = budget.usedBytes();
      RequestBody body = body(announced);
      body.add(bytes(2000));
      assertThat(budget.usedBytes() - before).isEqualTo(2000);
      assertThat(body.toBytes()).hasSize(2000).isSameAs(body.toBytes());
    }
  }

  @Test
  void neverTakesMuchMoreThanCame() {
    RequestBody body = body(100_000);
    for (int came = 10; came <= 100_000; came += 10) {
      body.add(bytes(10));
      assertThat(budget.usedBytes()).isBetween((long) came, Math.min(4L * came, 100_000));
    }
    assertThat(body.toBytes()).hasSize(100_000).isSameAs(body.toBytes());
  }

  @Test
  void keepsTheOrderOfItsPieces() {
    RequestBody body = body(200);
    for (byte i = 0; i < 100; i++) {
      body.add(Unpooled.wrappedBuffer(new byte[] {i, i}));
    }
    byte[] whole = body.toBytes();
    assertThat(whole).hasSize(200);
    for (int i = 0; i < 200; i++) {
      assertThat(whole[i]).isEqualTo((byte) (i / 2));
    }
  }

  @Test
  void saysWhatDoesNotFit() {
    RequestBody body = body(-1);
    RequestBody other = body(1);
    body.add(bytes(LIMIT));
    assertThat(refusal(body)).isInstanceOf(Ending.TooLarge.class);
    assertThat(refusal(other)).isInstanceOf(Ending.Busy.class);
  }

  private static Ending refusal(RequestBody body) {
    NothingRanException thrown = assertThrows(NothingRanException.class, () -> body.add(bytes(1)));
    return thrown.ending();
  }
}
