package dev.kiln.server.http;

import static dev.kiln.server.http.RequestBody.Added.ADDED;
import static dev.kiln.server.http.RequestBody.Added.NO_BUDGET;
import static dev.kiln.server.http.RequestBody.Added.TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Budget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
  private static final int LIMIT = 1 << 20;

  private final Budget budget = new Budget(LIMIT);
  private final Budget.Claim claim = budget.expect(0).orElseThrow();

  private RequestBody body(long announced) {
    return new RequestBody(claim, LIMIT, announced);
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  @Test
  void takesNothingForBytesThatDoNotCome() {
    body(LIMIT);
    assertThat(budget.taken()).isZero();
  }

  @Test
  void takesWhatComesInOnePiece() {
    for (long announced : new long[] {2000, -1}) {
      long before = budget.taken();
      RequestBody body = body(announced);
      assertThat(body.add(bytes(2000))).isEqualTo(ADDED);
      assertThat(budget.taken() - before).isEqualTo(2000);
      assertThat(body.whole()).hasSize(2000).isSameAs(body.whole());
    }
  }

  @Test
  void neverTakesMuchMoreThanCame() {
    RequestBody body = body(100_000);
    for (int came = 10; came <= 100_000; came += 10) {
      assertThat(body.add(bytes(10))).isEqualTo(ADDED);
      assertThat(budget.taken()).isBetween((long) came, Math.min(4L * came, 100_000));
    }
    assertThat(body.whole()).hasSize(100_000).isSameAs(body.whole());
  }

  @Test
  void keepsTheOrderOfItsPieces() {
    RequestBody body = body(200);
    for (byte i = 0; i < 100; i++) {
      body.add(Unpooled.wrappedBuffer(new byte[] {i, i}));
    }
    byte[] whole = body.whole();
    assertThat(whole).hasSize(200);
    for (int i = 0; i < 200; i++) {
      assertThat(whole[i]).isEqualTo((byte) (i / 2));
    }
  }

  @Test
  void saysWhatDoesNotFit() {
    RequestBody body = body(-1);
    assertThat(body.add(bytes(LIMIT))).isEqualTo(ADDED);
    assertThat(body.add(bytes(1))).isEqualTo(TOO_LARGE);
    assertThat(body(1).add(bytes(1))).isEqualTo(NO_BUDGET);
  }
}
