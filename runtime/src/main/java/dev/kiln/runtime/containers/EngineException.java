package dev.kiln.runtime.containers;

/** An engine could not do what it was asked; the message has its own words. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EngineException(String message) {
    super(message);
  }
}
