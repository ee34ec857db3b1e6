package dev.kiln.sdk;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of a class path. Jars are read as zip files, which are open already: going through
 * their URLs opens them once more, and is the larger part of a short run.
 */
final class ClassPathFile {
  private static final String IN_JAR = "!/";

  private ClassPathFile() {}

  /** Where it is, for one loader; null is the system's. */
  static @Nullable URL find(String name, @Nullable ClassLoader loader) {
    return loader == null ? ClassLoader.getSystemResource(name) : loader.getResource(name);
  }

  /**
   * The bytes at {@code url}.
   *
   * @param name of the file in its jar or folder
   */
  static byte[] read(URL url, String name) throws IOException {
    String place = url.getFile();
    int end = place.indexOf(IN_JAR);
    if (url.getProtocol().equals("file")) {
      return Files.readAllBytes(path(url.toString()));
    }
    boolean isJar = url.getProtocol().equals("jar") && place.startsWith("file:");
    return isJar && end > 0 ? unzipped(path(place.substring(0, end)), name) : fetched(url);
  }

  private static Path path(String uri) {
    return Path.of(URI.create(uri));
  }

  private static byte[] unzipped(Path jar, String name) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        throw new FileNotFoundException(name + " in " + jar);
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }
  }

  private static byte[] fetched(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false); // what is replaced must not stay open
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }
}
