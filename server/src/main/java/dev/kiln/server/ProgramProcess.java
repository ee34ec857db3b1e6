package dev.kiln.server;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/** The process that a program runs in: what the system gives it, and what it takes over. */
interface ProgramProcess {
  /** The environment variables. */
  Map<String, String> variables();

  InputStream stdin();

  OutputStream stdout();

  /** Its stderr, without a buffer; the program does not close it. */
  OutputStream stderr();

  /** Whether no call ran here before, so that the first ones would be slow. */
  boolean isCold();

  /**
   * Keeps stdout for the list alone, before it is read from stdin.
   *
   * @param err where whatever a function prints goes
   */
  void serveStdin(PrintStream err);

  /** Sends what is printed in the process, and what its threads die of, to the server's log. */
  void attach(Host host);

  /** Tells the server of signals from now on. */
  void listen(Host host);
}
