package dev.kiln.server.http;

import dev.kiln.runtime.Budget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Gathers the message of one request, with its bytes taken from the budget. */
final class Body {
  private final Budget.Claim claim;
  private final long limit;
  private byte[] bytes;
  private int size;

  /**
   * A body of which so many bytes are announced, and taken from the budget.
   *
   * @param announced 0 if nobody says
   */
  Body(Budget.Claim claim, long limit, int announced) {
    this.claim = claim;
    this.limit = limit;
    this.bytes = new byte[announced];
  }

  /** How adding went. */
  enum Added {
    ADDED,
    TOO_LARGE,
    NO_BUDGET
  }

  Added add(ByteBuf part) {
    int more = part.readableBytes();
    if (size + (long) more > limit) {
      return Added.TOO_LARGE;
    }
    if (size + more > bytes.length) {
      int room = Math.toIntExact(Math.clamp(bytes.length * 2L, size + more, limit));
      if (!claim.grow(room - bytes.length)) {
        return Added.NO_BUDGET;
      }
      bytes = Arrays.copyOf(bytes, room);
    }
    part.readBytes(bytes, size, more);
    size += more;
    return Added.ADDED;
  }

  byte[] whole() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  int size() {
    return size;
  }
}
