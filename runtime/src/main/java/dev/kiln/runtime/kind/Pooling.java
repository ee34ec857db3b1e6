package dev.kiln.runtime.kind;

/** How to keep the instances of a function between calls. */
public enum Pooling {
  /** One instance takes all calls; nothing needs to be started. */
  SHARED,
  /** Instances start fast, so they may start with the first call. */
  ON_DEMAND,
  /** Instances start slowly, so they start as soon as a call is expected. */
  AHEAD
}
