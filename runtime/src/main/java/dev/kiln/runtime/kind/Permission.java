package dev.kiln.runtime.kind;

/** A right that a function may need and that the user must grant. */
public enum Permission {
  /** Runs a program of this machine with the rights of the user. */
  EXEC,
  /** Uses the network of this machine. */
  NETWORK,
  /** Sends the resources to a server. */
  ENDPOINT,
  /** Uses files of this machine, or of its container engine, in a container. */
  MOUNT,
  /** Passes variables of the user to a container. */
  ENVIRONMENT,
  /**
   * Runs an image. A user who names or declares one has allowed it. A host that a caller asks for
   * one has rules for the images that it may start.
   */
  IMAGE
}
