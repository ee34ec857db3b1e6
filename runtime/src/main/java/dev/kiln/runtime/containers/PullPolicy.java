package dev.kiln.runtime.containers;

/** When an image is fetched from its registry, ahead of its first start. */
public enum PullPolicy {
  ALWAYS,
  MISSING,
  NEVER,
  /** Never, because the run only shows what it would do. */
  DRY_RUN
}
