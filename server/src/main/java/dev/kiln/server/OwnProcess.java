package dev.kiln.server;

import dev.kiln.server.logs.HostStreams;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** The process of this JVM. */
final class OwnProcess implements ProgramProcess {
  private static final int SIGNALLED = 128;

  private final AtomicBoolean isTerminated = new AtomicBoolean();

  @Override
  public Map<String, String> variables() {
    return System.getenv();
  }

  @Override
  public InputStream stdin() {
    return System.in;
  }

  @Override
  public OutputStream stdout() {
    return new FileOutputStream(FileDescriptor.out);
  }

  @Override
  public OutputStream stderr() {
    return new FileOutputStream(FileDescriptor.err);
  }

  @Override
  public boolean isCold() {
    return true;
  }

  @Override
  public void serveStdin(PrintStream err) {
    System.setErr(err);
    System.setOut(err);
    if (Terminal.isStdin()) {
      err.println("waiting for a ResourceList on stdin (Ctrl-D ends it)");
    }
  }

  @Override
  public void attach(Host host) {
    System.setErr(HostStreams.to(host.log()));
    System.setOut(System.err);
    Thread.setDefaultUncaughtExceptionHandler(host::uncaught);
  }

  @Override
  public void listen(Host host) {
    Signals.on("TERM", () -> terminate(host, "TERM", 15));
    Signals.on("INT", () -> terminate(host, "INT", 2));
    Signals.on("HUP", host::reload);
  }

  private void terminate(Host host, String signal, int number) {
    if (isTerminated.getAndSet(true)) {
      System.exit(SIGNALLED + number); // hooks wait for processes being started
    }
    host.terminate("SIG" + signal);
  }
}
