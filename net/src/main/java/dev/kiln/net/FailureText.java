package dev.kiln.net;

import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns an exception of the system into part of a sentence on one line. */
public final class FailureText {
  static final String NO_SUCH_FILE = "no such file";

  private static final int MAX_LENGTH = 400;

  private FailureText() {}

  /** Describes a failure. The message of a file system is a path, which stands elsewhere. */
  public static String of(Throwable failure) {
    String said =
        switch (failure) {
          case NoSuchFileException _ -> NO_SUCH_FILE;
          case AccessDeniedException _ -> "permission denied";
          case FileSystemException file -> file.getReason();
          case UnknownHostException _ -> "unknown host";
          case ClosedChannelException _ -> "the connection was closed";
          default -> failure.getMessage();
        };
    String line = said == null ? "" : said.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.isEmpty() ? failure.getClass().getSimpleName() : withLowerCaseStart(line);
  }

  /** Describes the innermost cause, which is the most specific. */
  public static String ofCause(Throwable failure) {
    return cut(of(root(failure)));
  }

  static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** The first line of a foreign text, made safe to show in a message. */
  public static String safeFirstLine(@Nullable String text, String otherwise) {
    String first =
        text == null
            ? ""
            : text.lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst().orElse("");
    return first.isEmpty() ? otherwise : cut(first.replaceAll("\\p{Cntrl}", "?"));
  }

  private static String cut(String line) {
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "…" : line;
  }

  private static String withLowerCaseStart(String text) {
    boolean word = text.length() > 1 && Character.isLowerCase(text.charAt(1)); // RSA, TLS stay
    return word ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text;
  }
}
