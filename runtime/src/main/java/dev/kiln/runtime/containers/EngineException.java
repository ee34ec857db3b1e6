package dev.kiln.runtime.containers;

/** A command of the engine failed; the message is the engine's own. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EngineException(String message) {
    super(message);
  }
}
