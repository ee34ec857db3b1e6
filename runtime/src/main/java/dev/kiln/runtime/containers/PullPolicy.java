package dev.kiln.runtime.containers;

/** When an image is fetched from its registry, ahead of its first start. */
public enum PullPolicy {
  ALWAYS,
  MISSING,
  NEVER
}
