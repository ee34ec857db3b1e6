package dev.kiln.runtime.kind;

/** The resources of this machine that a running instance of a function uses. */
public enum Cost {
  /** A thread that computes in this process, as for a Java function or a script. */
  THREAD,
  /** A process of this machine with memory of its own, within the limits of the pool. */
  PROCESS,
  /** Only a connection: the instance runs on another machine, or another process owns it. */
  ELSEWHERE
}
