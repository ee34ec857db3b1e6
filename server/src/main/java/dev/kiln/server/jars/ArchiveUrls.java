package dev.kiln.server.jars;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLEncoder;
import java.net.URLStreamHandler;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of the files of one jar in memory: {@code kiln-jar://my.jar/com/example/a.txt}. They
 * open as long as somebody has them; what is built from their text alone does not open.
 */
final class ArchiveUrls extends URLStreamHandler {
  private final String root;
  private final Archive archive;

  ArchiveUrls(String file, Archive archive) {
    this.root = "kiln-jar://" + URLEncoder.encode(file, UTF_8);
    this.archive = archive;
  }

  /** Null if there is no file of that name. */
  @Nullable URL find(String name) {
    if (archive.find(name) == null) {
      return null;
    }
    try {
      return URL.of(URI.create(root + new URI(null, null, "/" + name, null).getRawPath()), this);
    } catch (URISyntaxException | MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected URLConnection openConnection(URL url) {
    return new Connection(url);
  }

  /** A jar is no host to ask the network for. */
  @Override
  protected synchronized @Nullable InetAddress getHostAddress(URL url) {
    return null;
  }

  private final class Connection extends URLConnection {
    private byte @Nullable [] file;

    Connection(URL url) {
      super(url);
    }

    private byte[] file() throws IOException {
      byte[] found = file;
      if (found == null) {
        found = archive.find(name());
        if (found == null) {
          throw new FileNotFoundException(url.toString());
        }
        file = found;
        connected = true;
      }
      return found;
    }

    private String name() {
      try {
        return url.toURI().getPath().substring(1);
      } catch (URISyntaxException _) {
        return url.getPath().substring(1); // made by hand, of a name that was not escaped
      }
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
