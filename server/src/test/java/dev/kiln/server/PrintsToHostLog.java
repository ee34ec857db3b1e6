package dev.kiln.server;

import dev.kiln.server.logs.HostLog;
import dev.kiln.server.logs.HostStreams;
import dev.kiln.server.logs.LogCalls;
import dev.kiln.server.logs.LogFormat;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** While the tests of a class run, what functions print goes where a host lets it go. */
final class PrintsToHostLog implements BeforeAllCallback, AfterAllCallback {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final HostLog log =
      new HostLog(OutputStream.nullOutputStream(), LogFormat.TEXT, LogCalls.ALL);

  @Override
  public void beforeAll(ExtensionContext context) {
    System.setErr(HostStreams.to(log));
    System.setOut(System.err);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    System.setErr(err);
    System.setOut(out);
    log.close();
  }
}
