package dev.kiln.server.http;

import dev.kiln.runtime.NothingRanException;
import dev.kiln.server.admission.MessageClaim;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Collects the body of one request, and claims its bytes from the budget as they arrive. */
final class RequestBody {
  /**
   * How many bytes may be allocated for each byte that arrived: to grow the array is to copy it.
   */
  private static final int MAX_OVERALLOCATION = 4;

  private final MessageClaim claim;
  private final long announced;
  private byte[] bytes = {};
  private int size;

  /**
   * A body that has not begun to arrive.
   *
   * @param announced how much is to come, negative if nobody says
   */
  RequestBody(MessageClaim claim, long announced) {
    this.claim = claim;
    this.announced = announced;
  }

  /**
   * Adds a part.
   *
   * @throws NothingRanException if the body is too large, or the budget has no room for it
   */
  void add(ByteBuf part) {
    int more = part.readableBytes();
    claim.count(more);
    if (size + more > bytes.length) {
      int capacity = capacityFor(size + more);
      claim.addUsed(capacity - bytes.length);
      bytes = Arrays.copyOf(bytes, capacity);
    }
    part.readBytes(bytes, size, more);
    size += more;
  }

  /**
   * The announced size, but not much more than what arrived: a caller that only announces a body
   * holds no memory.
   */
  private int capacityFor(int needed) {
    return announced < needed
        ? Math.toIntExact(Math.clamp(bytes.length * 2L, needed, claim.maxMessage()))
        : (int) Math.min((long) MAX_OVERALLOCATION * needed, announced);
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }
}
