package dev.kiln.server.http;

import dev.kiln.runtime.Budget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Collects the body of one request, and claims its bytes from the budget as they arrive. */
final class RequestBody {
  /**
   * How many bytes may be allocated for each byte that arrived: to grow the array is to copy it.
   */
  private static final int AHEAD = 4;

  private final Budget.Claim claim;
  private final long limit;
  private final long announced;
  private byte[] bytes = {};
  private int size;

  /**
   * A body of which nothing has come.
   *
   * @param announced how much is to come, negative if nobody says
   */
  RequestBody(Budget.Claim claim, long limit, long announced) {
    this.claim = claim;
    this.limit = limit;
    this.announced = announced;
  }

  /** The result of adding a part. */
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
      int room = room(size + more);
      if (!claim.grow(room - bytes.length)) {
        return Added.NO_BUDGET;
      }
      bytes = Arrays.copyOf(bytes, room);
    }
    part.readBytes(bytes, size, more);
    size += more;
    return Added.ADDED;
  }

  /**
   * The announced size, but not much more than what arrived: a caller that only announces a body
   * holds no memory.
   */
  private int room(int needed) {
    return announced < needed
        ? Math.toIntExact(Math.clamp(bytes.length * 2L, needed, limit))
        : (int) Math.min((long) AHEAD * needed, announced);
  }

  byte[] whole() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  int size() {
    return size;
  }
}
