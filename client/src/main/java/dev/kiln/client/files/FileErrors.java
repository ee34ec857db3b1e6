package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What went wrong with a file, for people: without its path, which the message has already. */
public final class FileErrors {
  /** What may go wrong. */
  interface FileAction {
    void run() throws IOException;
  }

  private FileErrors() {}

  /** Does something with a file, and names its path within the package if that fails. */
  static void withPath(String path, FileAction step) throws FileSystemException {
    try {
      step.run();
    } catch (IOException e) {
      var failure = new FileSystemException(path, null, reason(e));
      failure.initCause(e);
      throw failure;
    }
  }

  /** On one line, for behind a colon. */
  public static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "no permission";
      case NoSuchFileException _ -> "no such file";
      case FileAlreadyExistsException _ -> "it exists already";
      case FileSystemException failure when failure.getReason() != null -> failure.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
