package dev.kiln.server;

import dev.kiln.sdk.KrmFunction;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A program of one function inside a running JVM, with variables and streams of its own. Tests run
 * many of them where a process for each would take too long. It hears no signals of the system, and
 * what a function prints goes where the JVM's own prints go.
 */
public final class EmbeddedProgram {
  private final Class<? extends KrmFunction> function;
  private final Map<String, String> variables;
  private final Streams streams;
  private final CompletableFuture<Host> server = new CompletableFuture<>();

  /** The streams of a program; it closes none of them. */
  public record Streams(InputStream stdin, OutputStream stdout, OutputStream stderr) {}

  public EmbeddedProgram(
      Class<? extends KrmFunction> function, Map<String, String> variables, Streams streams) {
    this.function = function;
    this.variables = Map.copyOf(variables);
    this.streams = streams;
  }

  /**
   * Runs it once: serves until it is terminated, or answers the list on stdin.
   *
   * @return the exit code
   */
  public int run(List<String> args) {
    return FunctionServer.run(function, args, new EmbeddedProcess());
  }

  /** Does what SIGTERM does to a server, now or as soon as it has started. */
  public void terminate() {
    server.thenAccept(host -> host.terminate("SIGTERM"));
  }

  private final class EmbeddedProcess implements ProgramProcess {
    @Override
    public Map<String, String> variables() {
      return variables;
    }

    @Override
    public InputStream stdin() {
      return streams.stdin();
    }

    @Override
    public OutputStream stdout() {
      return streams.stdout();
    }

    @Override
    public OutputStream stderr() {
      return streams.stderr();
    }

    @Override
    public boolean isCold() {
      return false;
    }

    @Override
    public void serveStdin(PrintStream err) {
      // the JVM's own streams are not the program's
    }

    @Override
    public void attach(Host host) {
      // nor are its threads
    }

    @Override
    public void listen(Host host) {
      server.complete(host);
    }
  }
}
