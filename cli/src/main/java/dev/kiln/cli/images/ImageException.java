package dev.kiln.cli.images;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with an image, or with what is to be written into it: the place, what was found.
 */
public final class ImageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String message;

  ImageException(String message) {
    super(message);
    this.message = message;
  }

  ImageException(String place, @Nullable String found, String fits) {
    this("%s: %s (expected: %s)".formatted(place, found, fits));
  }

  /** A file that cannot be read or written. */
  static ImageException of(String place, IOException e) {
    return new ImageException(
        place
            + ": "
            + switch (e) {
              case NoSuchFileException _ -> "is not there";
              case AccessDeniedException denied -> "no permission for " + denied.getFile();
              default -> String.valueOf(e.getMessage());
            });
  }

  @Override
  public String getMessage() {
    return message;
  }
}
