package dev.kiln.runtime;

/** Why a function that could be run has failed. */
public enum Reason {
  /** The function reported a result of severity error. */
  RESULTS,
  /** The function threw an exception. */
  EXCEPTION,
  /** The function rejected its functionConfig. */
  FUNCTION_CONFIG,
  /** The output is not a ResourceList, or not one that may be passed on. */
  INVALID_OUTPUT,
  /** A signal ended the program. */
  SIGNAL,
  /** The program ended with an exit code other than 0. */
  EXIT_CODE,
  /** The function could not be started. */
  START
}
