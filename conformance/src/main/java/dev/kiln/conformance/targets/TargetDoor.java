package dev.kiln.conformance.targets;

import java.util.Locale;

/** A way by which a list reaches a function. */
public enum TargetDoor {
  STDIN,
  HTTP,
  GRPC;

  /** As cases and flags say it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
