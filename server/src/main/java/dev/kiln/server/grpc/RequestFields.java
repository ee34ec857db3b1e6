package dev.kiln.server.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Parser;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;

/**
 * A message taken apart: the list, which, unless it is small, goes from the network's buffer into
 * its array and is not copied again, and the fields beside it.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RequestFields<M>(byte[] list, M fields) {
  private static final byte[] NONE = {};
  private static final int SMALL = 16 << 10;

  /** Each costs much more to hold than to send. */
  private static final int MOST_FIELDS = 10_000;

  /**
   * Reads one.
   *
   * @param listField the number of the field that is the list, 0 if the message has none
   */
  static <M> RequestFields<M> read(InputStream stream, Parser<M> parser, int listField)
      throws IOException {
    CodedInputStream in = reader(stream);
    if (listField == 0) {
      return new RequestFields<>(NONE, parser.parseFrom(in));
    }
    int listTag = listField << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    byte[] list = NONE;
    int fields = 0;
    UnknownFieldSet.Builder rest = UnknownFieldSet.newBuilder();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == listTag) {
        list = in.readByteArray(); // the last one counts, as everywhere in protobuf
      } else if (!rest.mergeFieldFrom(tag, in)) {
        throw new IOException("an end of a group that did not begin");
      }
      fields++;
      if (fields > MOST_FIELDS) {
        throw new IOException("more than " + MOST_FIELDS + " fields");
      }
    }
    return new RequestFields<>(list, parser.parseFrom(rest.build().toByteString()));
  }

  /** A small one is copied at once: that costs less than to read it piece by piece. */
  private static CodedInputStream reader(InputStream stream) throws IOException {
    int length = stream instanceof KnownLength ? stream.available() : Integer.MAX_VALUE;
    return length <= SMALL
        ? CodedInputStream.newInstance(stream.readNBytes(length))
        : CodedInputStream.newInstance(stream);
  }
}
