package dev.kiln.sdk.classpath;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of a class path. Jars are read as zip files that are already open. Their URLs would
 * open them a second time, which takes the larger part of a short run. A file that a distribution
 * has packed is not searched for in jars at all.
 */
public final class ClassPathFile {
  private static final String IN_JAR = "!/";

  private static final @Nullable PackedFiles PACKED =
      PackedFiles.open(System.getProperty("kiln.files"));

  /** Set while a distribution is built: files that are read are then packed. */
  private static final PackedFiles.@Nullable Writer PACKER =
      PackedFiles.Writer.open(System.getProperty("kiln.files.pack"));

  private ClassPathFile() {}

  /** The first file of that name for a loader; null means the system class loader. */
  public static Optional<byte[]> find(String name, @Nullable ClassLoader loader)
      throws IOException {
    List<byte[]> packed = findPacked(name, loader);
    if (packed != null) {
      return Optional.of(packed.getFirst());
    }
    Optional<byte[]> found = findUnpacked(name, loader);
    if (found.isPresent()) {
      pack(name, loader, () -> List.of(found.get()));
    }
    return found;
  }

  /** As {@link #find}, for a file that is never packed. */
  public static Optional<byte[]> findUnpacked(String name, @Nullable ClassLoader loader)
      throws IOException {
    URL url = loader == null ? ClassLoader.getSystemResource(name) : loader.getResource(name);
    return url == null ? Optional.empty() : Optional.of(read(url, name));
  }

  /** Every file of that name, in the order in which the loader finds them. */
  public static List<byte[]> findAll(String name, ClassLoader loader) throws IOException {
    List<byte[]> packed = findPacked(name, loader);
    if (packed != null) {
      return packed;
    }
    var files = new ArrayList<byte[]>();
    for (URL url : Collections.list(loader.getResources(name))) {
      files.add(read(url, name));
    }
    pack(name, loader, () -> files);
    return files;
  }

  /** The files that are packed under that name, null if there are none. */
  public static @Nullable List<byte[]> findPacked(String name, @Nullable ClassLoader loader) {
    return PACKED != null && isSystemLoader(loader) ? PACKED.find(name) : null;
  }

  /** Packs files while a distribution is built. */
  public static void pack(String name, @Nullable ClassLoader loader, Supplier<List<byte[]>> files)
      throws IOException {
    if (PACKER != null && isSystemLoader(loader)) {
      PACKER.add(name, files.get());
    }
  }

  private static boolean isSystemLoader(@Nullable ClassLoader loader) {
    return loader == null || ClassLoader.getSystemClassLoader().equals(loader);
  }

  /**
   * Reads the bytes at {@code url}.
   *
   * @param name the name of the file in its jar or folder
   */
  static byte[] read(URL url, String name) throws IOException {
    String place = url.getFile();
    int end = place.indexOf(IN_JAR);
    if (url.getProtocol().equals("file")) {
      return Files.readAllBytes(toPath(url.toString()));
    }
    boolean isJar = url.getProtocol().equals("jar") && place.startsWith("file:");
    return isJar && end > 0 ? readFromJar(toPath(place.substring(0, end)), name) : readUrl(url);
  }

  private static Path toPath(String uri) {
    return Path.of(URI.create(uri));
  }

  private static byte[] readFromJar(Path jar, String name) throws IOException {
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

  private static byte[] readUrl(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false); // a jar that is replaced later must not stay open
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }
}
