package dev.kiln.client.results;

/**
 * Results cannot be stored. The message is one line that names the file, what is wrong and what
 * fits.
 */
public final class ResultsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ResultsException(String message) {
    super(message);
  }

  ResultsException(String message, Throwable cause) {
    super(message, cause);
  }
}
