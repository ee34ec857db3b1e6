package dev.kiln.runtime;

/** Why a function that could be run has failed. */
public enum Reason {
  /** It reported a result of severity error. */
  RESULTS,
  /** It threw. */
  EXCEPTION,
  /** It refused its functionConfig. */
  FUNCTION_CONFIG,
  /** What it gave back is no ResourceList, or not one that may be passed on. */
  INVALID_OUTPUT,
  /** Its program was ended by a signal. */
  SIGNAL,
  /** Its program ended with a code other than 0. */
  EXIT_CODE,
  /** It could not be started. */
  START
}
