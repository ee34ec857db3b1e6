package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Describes file errors for people, without the path, because the message around it names the path.
 */
public final class FileErrors {
  /** An action on a file, which may fail. */
  interface FileAction {
    void run() throws IOException;
  }

  private FileErrors() {}

  /**
   * Runs an action on a file. If the action fails, the error names the file's path within the
   * package.
   */
  static void withPath(String path, FileAction step) throws FileSystemException {
    try {
      step.run();
    } catch (IOException e) {
      var failure = new FileSystemException(path, null, reason(e));
      failure.initCause(e);
      throw failure;
    }
  }

  /** Returns the reason on one line, to stand after a colon. */
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
