package dev.kiln.runtime.containers;

import java.util.List;

/** No engine answered that could start a container. */
public final class NoEngineException extends EngineException {
  private static final long serialVersionUID = 1;

  private final List<String> tried;

  /**
   * @param tried what was looked for, and what came of it, one each
   */
  NoEngineException(List<String> tried) {
    super(
        "no container engine: %s (fits: one of them on PATH; --engine COMMAND; or a host with --stand-in, whose function answers for the image)"
            .formatted(String.join("; ", tried)));
    this.tried = List.copyOf(tried);
  }

  /** What was looked for, and what came of it, one each. */
  public List<String> tried() {
    return List.copyOf(tried);
  }
}
