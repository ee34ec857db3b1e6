package dev.kiln.runtime.containers;

import java.util.Locale;

/** The engines whose command line Kiln supports. */
enum EngineKind {
  DOCKER,
  PODMAN,
  NERDCTL;

  /** The name of its command. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }
}
