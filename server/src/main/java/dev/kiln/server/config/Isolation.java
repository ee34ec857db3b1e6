package dev.kiln.server.config;

/**
 * Which functions of jars share a process.
 *
 * @param heapBytes the heap of each process other than the host
 */
public record Isolation(Unit unit, long heapBytes) {
  /** What gets a process of its own. */
  public enum Unit {
    /** Nothing: functions run in the host. */
    NONE,
    /** Each jar. */
    JAR,
    /** All jars of the folder together. */
    FOLDER
  }

  /** Whether functions of jars run outside of the host. */
  public boolean isOn() {
    return unit != Unit.NONE;
  }
}
