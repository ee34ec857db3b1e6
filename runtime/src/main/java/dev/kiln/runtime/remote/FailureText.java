package dev.kiln.runtime.remote;

import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns a failure into part of a sentence on one line. */
final class FailureText {
  private static final int MOST = 400;

  private FailureText() {}

  /** Describes the innermost cause, which is the most specific. */
  static String of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return switch (root) {
      case UnknownHostException _ -> "unknown host";
      case ClosedChannelException _ -> "the connection was closed";
      default -> inSentence(line(root.getMessage(), root.getClass().getSimpleName()));
    };
  }

  static String of(Throwable failure, @Nullable Path file) {
    return switch (failure) {
      case NoSuchFileException _ -> file + ": no such file";
      case AccessDeniedException _ -> file + ": permission denied";
      default -> file + ": " + of(failure);
    };
  }

  /** The first line of a foreign text, made safe to show in a message. */
  static String line(@Nullable String text, String otherwise) {
    String first =
        text == null
            ? ""
            : text.lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst().orElse("");
    String clean = first.replaceAll("\\p{Cntrl}", "?");
    String cut = clean.length() > MOST ? clean.substring(0, MOST) + "…" : clean;
    return cut.isEmpty() ? otherwise : cut;
  }

  private static String inSentence(String text) {
    boolean word = text.length() > 1 && Character.isLowerCase(text.charAt(1)); // not TLS
    return word ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text;
  }
}
