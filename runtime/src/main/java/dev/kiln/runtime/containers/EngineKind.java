package dev.kiln.runtime.containers;

import java.util.Locale;

/** The engines whose command line is known. */
enum EngineKind {
  DOCKER,
  PODMAN,
  NERDCTL;

  /** What it is called. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }
}
