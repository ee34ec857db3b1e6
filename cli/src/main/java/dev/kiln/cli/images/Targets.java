package dev.kiln.cli.images;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds out which file or folder of images a person means. */
public final class Targets {
  private static final int GZIP = 0x1f8b;
  private static final String LAYOUT = "oci";
  private static final String ARCHIVE = "oci-archive";
  private static final String DOCKER = "docker-archive";
  private static final String FITS =
      "a folder with an OCI layout, an OCI archive, what docker save wrote, or an image's name";

  private Targets() {}

  /**
   * The images of {@code oci:FOLDER}, {@code oci-archive:FILE} or {@code docker-archive:FILE}, with
   * {@code :TAG} behind it if need be, or of a path alone.
   *
   * @return empty if none of these is meant: it may be the name of an image, then
   * @throws ImageException if one of these is meant, and is not there or something else
   */
  public static Optional<Target> find(String target) {
    int colon = target.indexOf(':');
    String kind = colon < 0 ? "" : target.substring(0, colon);
    return switch (kind) {
      case LAYOUT, ARCHIVE, DOCKER -> Optional.of(given(kind, target.substring(colon + 1)));
      default -> alone(target);
    };
  }

  /** An archive, of whatever kind. */
  static Target archive(Path file) {
    return archive(file, "", "");
  }

  /** Both paths and tags may have colons: the path ends at the first where something is. */
  private static Target given(String kind, String rest) {
    for (int end = rest.indexOf(':'); end >= 0; end = rest.indexOf(':', end + 1)) {
      Optional<Path> found = path(rest.substring(0, end)).filter(Files::exists);
      if (found.isPresent()) {
        return given(kind, found.get(), rest.substring(end + 1));
      }
    }
    return path(rest)
        .filter(Files::exists)
        .map(whole -> given(kind, whole, ""))
        .orElseThrow(
            () ->
                new ImageException(rest, "is not there", kind + ":PATH or " + kind + ":PATH:TAG"));
  }

  private static Target given(String kind, Path path, String tag) {
    return kind.equals(LAYOUT) ? layout(path, tag) : archive(path, tag, kind);
  }

  private static Optional<Target> alone(String target) {
    Optional<Path> path = path(target);
    if (path.filter(Files::isRegularFile).isPresent()) {
      return Optional.of(archive(path.get(), "", ""));
    }
    if (path.filter(Targets::isLayout).isPresent()) {
      return Optional.of(layout(path.get(), ""));
    }
    if (target.matches("(?s)(/|\\.\\.?(/|$)).*|.*(\\.tar|/)")) {
      boolean there = path.filter(Files::exists).isPresent();
      throw new ImageException(target, there ? "no image" : "is not there", FITS);
    }
    return Optional.empty();
  }

  private static Optional<Path> path(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isLayout(Path folder) {
    return Files.isRegularFile(folder.resolve(OciImages.INDEX));
  }

  private static Target layout(Path folder, String tag) {
    if (!isLayout(folder)) {
      throw new ImageException(
          folder.toString(), "no " + OciImages.INDEX, "a folder with an OCI layout");
    }
    return new OciImages(new FolderStore(folder), tag);
  }

  private static Target archive(Path file, String tag, String kind) {
    try {
      refuseGzip(file);
      var store = TarStore.of(file);
      boolean oci = store.has(OciImages.INDEX);
      boolean docker = store.has(DockerImages.MANIFEST);
      if (oci && !kind.equals(DOCKER)) {
        return new OciImages(store, tag);
      }
      if (!oci && docker && !kind.equals(ARCHIVE)) {
        return new DockerImages(store, tag);
      }
      String found = oci ? "an OCI archive" : docker ? "a docker archive" : "no image";
      throw new ImageException(file.toString(), found, kind.isEmpty() ? FITS : kind);
    } catch (IOException e) {
      throw new ImageException(file.toString(), String.valueOf(e.getMessage()), FITS);
    }
  }

  private static void refuseGzip(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] magic = in.readNBytes(2);
      if (magic.length == 2 && (((magic[0] & 0xff) << 8) | (magic[1] & 0xff)) == GZIP) {
        throw new ImageException(file.toString(), "packed with gzip", "the archive itself: gunzip");
      }
    }
  }
}
