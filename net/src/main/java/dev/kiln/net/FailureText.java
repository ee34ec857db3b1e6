package dev.kiln.net;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns an exception of the system into part of a sentence on one line. */
final class FailureText {
  static final String NO_SUCH_FILE = "no such file";

  private FailureText() {}

  static String of(Throwable failure) {
    String said = said(failure);
    if (said == null || said.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    String line = said.replaceAll("\\p{Cntrl}+", " ");
    boolean word = line.length() > 1 && Character.isLowerCase(line.charAt(1)); // RSA stays
    return word ? line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1) : line;
  }

  /** A file system's message is the path, which stands elsewhere; the reason is apart. */
  private static @Nullable String said(Throwable failure) {
    return switch (failure) {
      case NoSuchFileException _ -> NO_SUCH_FILE;
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException file -> file.getReason();
      default -> failure.getMessage();
    };
  }
}
