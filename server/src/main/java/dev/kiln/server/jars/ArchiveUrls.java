package dev.kiln.server.jars;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLEncoder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of the files of one jar in memory: {@code kiln-jar://my.jar!1/com/example/a.txt}. They
 * open as long as somebody has this, as the jar's class loader does.
 */
final class ArchiveUrls {
  static final String PROTOCOL = "kiln-jar";
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** By authority. Any thread writes and reads it; it holds none of them. */
  private static final Map<String, WeakReference<ArchiveUrls>> ALL = new ConcurrentHashMap<>();

  private final String authority;
  private final JarArchive archive;

  private ArchiveUrls(String authority, JarArchive archive) {
    this.authority = authority;
    this.archive = archive;
  }

  /** Those of a jar that was read, just now, from a file of that name. */
  static ArchiveUrls of(String file, JarArchive archive) {
    String authority = URLEncoder.encode(file, UTF_8) + "!" + COUNT.incrementAndGet();
    var urls = new ArchiveUrls(authority, archive);
    ALL.values().removeIf(each -> each.get() == null);
    ALL.put(authority, new WeakReference<>(urls));
    return urls;
  }

  /** Null if there is no file of that name. */
  @Nullable URL find(String name) {
    if (!archive.has(name)) {
      return null;
    }
    try {
      String path = new URI(null, null, "/" + name, null).getRawPath();
      return URL.of(URI.create(PROTOCOL + "://" + authority + path), ArchiveUrlProvider.HANDLER);
    } catch (URISyntaxException | MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The bytes of the file that such a URL names. */
  static byte[] read(URL url) throws IOException {
    WeakReference<ArchiveUrls> urls = ALL.get(url.getAuthority());
    ArchiveUrls found = urls == null ? null : urls.get();
    byte[] file = found == null ? null : found.archive.find(name(url));
    if (file == null) {
      throw new FileNotFoundException(url.toString());
    }
    return file;
  }

  private static String name(URL url) {
    try {
      return url.toURI().getPath().substring(1);
    } catch (URISyntaxException _) {
      return url.getPath().substring(1); // put together by hand, of a name that was not escaped
    }
  }
}
