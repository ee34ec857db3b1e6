package dev.kiln.cli.images;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks a layer. The JDK's own stream calls itself for each member without content, so that a
 * small file of many such members would overflow the stack.
 */
final class LayerGzipInputStream extends GZIPInputStream {
  private static final int BUFFER = 1 << 16;
  private static final int MAX_EMPTY_MEMBERS = 100;

  private int depth;

  LayerGzipInputStream(InputStream packed) throws IOException {
    super(packed, BUFFER);
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    if (depth > MAX_EMPTY_MEMBERS) {
      throw new ZipException("it has more than " + MAX_EMPTY_MEMBERS + " empty members in a row");
    }
    depth++;
    try {
      return super.read(into, at, length);
    } finally {
      depth--;
    }
  }
}
