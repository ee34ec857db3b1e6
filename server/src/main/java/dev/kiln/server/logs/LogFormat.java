package dev.kiln.server.logs;

/** How a line of the log is written. */
public enum LogFormat {
  /** For people. */
  TEXT,
  /** An object a line, for what collects logs. */
  JSON
}
