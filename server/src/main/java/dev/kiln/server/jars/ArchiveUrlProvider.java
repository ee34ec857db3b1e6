package dev.kiln.server.jars;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.spi.URLStreamHandlerProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lets the JDK open files of jars in memory, also by a URL's text alone, as its XML readers do. It
 * finds this as a service.
 */
public final class ArchiveUrlProvider extends URLStreamHandlerProvider {
  static final URLStreamHandler HANDLER = new Handler();

  @Override
  public @Nullable URLStreamHandler createURLStreamHandler(String protocol) {
    return protocol.equals(ArchiveUrls.PROTOCOL) ? HANDLER : null;
  }

  private static final class Handler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new Connection(url);
    }

    /** A jar is no host to ask the network for. */
    @Override
    protected synchronized @Nullable InetAddress getHostAddress(URL url) {
      return null;
    }
  }

  private static final class Connection extends URLConnection {
    private byte @Nullable [] file;

    Connection(URL url) {
      super(url);
    }

    private byte[] file() throws IOException {
      byte[] read = file == null ? ArchiveUrls.read(url) : file;
      file = read;
      connected = true;
      return read;
    }

    @Override
    public void connect() throws IOException {
      file();
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new ByteArrayInputStream(file());
    }

    @Override
    public long getContentLengthLong() {
      try {
        return file().length;
      } catch (IOException _) {
        return -1;
      }
    }
  }
}
