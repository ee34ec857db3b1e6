package dev.kiln.server.admission;

import java.io.InputStream;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks a whole gzip file (RFC 1952) while it is read. The JDK's own stream calls itself for each
 * empty member, so that a small file overflows the stack; it also lets a file unpack to a thousand
 * times its size, and ignores bytes behind the last member. This one refuses such files.
 */
final class GzipInputStream extends InputStream {
  static final int MAX_MEMBERS = 4096;

  /**
   * How many bytes may come out for each byte that went in. Lists of similar resources reach a
   * hundred.
   */
  static final int MAX_RATIO = 256;

  /** How many bytes may come out whatever went in: a short list may be very regular. */
  static final int FREE_BYTES = 4 << 20;

  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int DEFLATE = 8;

  private final byte[] packed;
  private final LongConsumer onBytes;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private int position; // of the next byte that the inflater has not got
  private int members;
  private long total;
  private boolean insideMember;

  /**
   * A reader of that file.
   *
   * @param onBytes is called with the number of bytes that came out, as they do; may throw
   */
  GzipInputStream(byte[] packed, LongConsumer onBytes) {
    this.packed = packed;
    this.onBytes = onBytes;
  }

  @Override
  public int read() throws ZipException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int length) throws ZipException {
    if (length == 0) {
      return 0;
    }
    while (insideMember || members == 0 || position < packed.length) {
      if (!insideMember) {
        beginMember();
      }
      int count = inflate(into, at, length);
      if (inflater.finished()) {
        endMember();
      }
      if (count > 0) {
        return count;
      }
    }
    return -1;
  }

  private int inflate(byte[] into, int at, int length) throws ZipException {
    try {
      int count = inflater.inflate(into, at, length);
      if (count == 0 && !inflater.finished()) {
        throw inflater.needsDictionary() ? new ZipException("a dictionary is needed") : tooShort();
      }
      checksum.update(into, at, count);
      total += count;
      if (total > FREE_BYTES && total / MAX_RATIO > packed.length) {
        throw new ZipException("it unpacks to more than " + MAX_RATIO + " times its size");
      }
      onBytes.accept(count);
      return count;
    } catch (DataFormatException e) {
      throw new ZipException(e.getMessage());
    }
  }

  private void beginMember() throws ZipException {
    int start = position;
    if (next() != 0x1f || next() != 0x8b || next() != DEFLATE) {
      throw new ZipException(members == 0 ? "not in gzip format" : "bytes behind its end");
    }
    members++;
    if (members > MAX_MEMBERS) {
      throw new ZipException("it has more than " + MAX_MEMBERS + " members");
    }
    int flags = next();
    skip(6); // time, level and system
    if ((flags & RESERVED) != 0) {
      throw new ZipException("unknown flags");
    }
    if ((flags & EXTRA) != 0) {
      skip(next() + (next() << 8));
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CRC) != 0) {
      checkHeader(start);
    }
    insideMember = true;
    checksum.reset();
    inflater.reset();
    inflater.setInput(packed, position, packed.length - position);
  }

  private void checkHeader(int start) throws ZipException {
    checksum.reset();
    checksum.update(packed, start, position - start);
    if (next() + (next() << 8) != (checksum.getValue() & 0xffff)) {
      throw new ZipException("the checksum of a header is wrong");
    }
  }

  private void endMember() throws ZipException {
    position = packed.length - inflater.getRemaining();
    insideMember = false;
    if (nextInt() != checksum.getValue()) {
      throw new ZipException("the checksum is wrong");
    }
    if (nextInt() != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("the size at its end is wrong");
    }
  }

  private long nextInt() throws ZipException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private void skipText() throws ZipException {
    while (next() != 0) {
      // the text says nothing to us
    }
  }

  private void skip(int count) throws ZipException {
    if (count > packed.length - position) {
      throw tooShort();
    }
    position += count;
  }

  private int next() throws ZipException {
    if (position == packed.length) {
      throw tooShort();
    }
    return packed[position++] & 0xff;
  }

  private static ZipException tooShort() {
    return new ZipException("the gzip stream ends too soon");
  }

  @Override
  public void close() {
    inflater.end();
  }
}
