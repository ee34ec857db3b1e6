package dev.kiln.bench.load.callers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads an HTTP answer as it arrives and compares its body without buffering it. It understands
 * only the answers of these servers: a status, header fields, and a body with a Content-Length.
 */
final class HttpAnswer {
  private static final int LONGEST_HEAD = 8 << 10;
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(US_ASCII);
  private static final String LENGTH = "content-length:";

  private final ByteBuffer expected;
  private final byte[] head = new byte[LONGEST_HEAD];
  private int headLength;
  private boolean inBody;
  private int bodyLength;
  private int bodyRead;
  private String mismatch = "";

  HttpAnswer(ByteBuffer expected) {
    this.expected = expected;
  }

  /** Prepares for the next answer on the same connection. */
  void begin() {
    headLength = 0;
    inBody = false;
    bodyLength = 0;
    bodyRead = 0;
    mismatch = "";
  }

  /** Reads the bytes that have arrived; true if the answer is now complete. */
  boolean receive(ByteBuffer arrived) {
    while (!inBody && arrived.hasRemaining()) {
      receiveHead(arrived.get());
    }
    if (arrived.hasRemaining()) {
      receiveBody(arrived);
    }
    return inBody && bodyRead >= bodyLength;
  }

  /** The first mismatch of the answer; empty if it is 200 and the expected bytes. */
  String mismatch() {
    return mismatch;
  }

  private void receiveHead(byte next) {
    if (headLength == LONGEST_HEAD) {
      throw new IllegalStateException("the head of the answer is too long");
    }
    head[headLength++] = next;
    int end = headLength - END_OF_HEAD.length;
    if (next == '\n' && end > 0 && Arrays.equals(head, end, headLength, END_OF_HEAD, 0, 4)) {
      readHead(new String(head, 0, headLength, US_ASCII));
    }
  }

  private void readHead(String text) {
    inBody = true;
    bodyLength = length(text);
    String status = text.substring(text.indexOf(' ') + 1, text.indexOf('\r'));
    if (!status.startsWith("200")) {
      mismatch = "status " + status;
    } else if (bodyLength != expected.remaining()) {
      mismatch = "%d bytes (expected: %d)".formatted(bodyLength, expected.remaining());
    }
  }

  private static int length(String head) {
    for (int line = head.indexOf('\n') + 1; line > 0; line = head.indexOf('\n', line) + 1) {
      if (head.regionMatches(true, line, LENGTH, 0, LENGTH.length())) {
        String value = head.substring(line + LENGTH.length(), head.indexOf('\r', line));
        return Integer.parseInt(value.strip());
      }
    }
    throw new IllegalStateException("an answer without Content-Length:\n" + head);
  }

  private void receiveBody(ByteBuffer arrived) {
    int length = arrived.remaining();
    if (length > bodyLength - bodyRead) {
      throw new IllegalStateException("more bytes than Content-Length announced");
    }
    if (mismatch.isEmpty()) {
      int at = arrived.mismatch(expected.slice(bodyRead, length));
      mismatch = Difference.at(at < 0 ? at : bodyRead + at);
    }
    bodyRead += length;
  }
}
