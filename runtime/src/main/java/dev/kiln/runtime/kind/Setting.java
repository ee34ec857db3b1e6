package dev.kiln.runtime.kind;

/** A setting that a command line has for the functions of those kinds that accept it. */
public enum Setting {
  /** Environment variables. */
  ENVIRONMENT,
  /** Folders of this machine that the function sees. */
  MOUNTS,
  /** The use of the network of this machine. */
  NETWORK,
  /** The user that the function runs as. */
  USER,
  /** When images are pulled. */
  PULL_POLICY
}
