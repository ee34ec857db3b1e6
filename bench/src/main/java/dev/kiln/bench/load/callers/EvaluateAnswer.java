package dev.kiln.bench.load.callers;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Compares the list in a serialized {@code EvaluateResponse} without copying it. */
final class EvaluateAnswer {
  private EvaluateAnswer() {}

  /** The first mismatch in the message; empty if it carries the expected list and no failure. */
  static String mismatch(byte[] message, ByteBuffer expected) {
    try {
      return mismatch(CodedInputStream.newInstance(message), message, expected);
    } catch (IOException e) {
      return "the message cannot be read: " + e.getMessage();
    }
  }

  private static String mismatch(CodedInputStream in, byte[] message, ByteBuffer expected)
      throws IOException {
    String list = "a message without a list";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case EvaluateResponse.RESOURCE_LIST_FIELD_NUMBER -> {
          int length = in.readRawVarint32();
          int at = in.getTotalBytesRead();
          in.skipRawBytes(length);
          list = Difference.of(ByteBuffer.wrap(message, at, length), expected);
        }
        case EvaluateResponse.FAILURE_FIELD_NUMBER -> {
          return "a failure";
        }
        default -> in.skipField(tag);
      }
    }
    return list;
  }
}
