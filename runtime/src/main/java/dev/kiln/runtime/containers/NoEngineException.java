package dev.kiln.runtime.containers;

import java.util.List;

/** No container engine answered. */
public final class NoEngineException extends EngineException {
  private static final long serialVersionUID = 1;

  private final List<String> tried;

  /**
   * @param tried one entry for each engine tried, with the result
   */
  NoEngineException(List<String> tried) {
    super(
        "no container engine: %s (expected: one of them on PATH; --engine COMMAND; or a host with --stand-in, whose function answers for the image)"
            .formatted(String.join("; ", tried)));
    this.tried = List.copyOf(tried);
  }

  /** One entry for each engine tried, with the result. */
  public List<String> tried() {
    return List.copyOf(tried);
  }
}
