package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kiln.kit.Kit;
import dev.kiln.server.EmbeddedProgram;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A connection to a process that stands in for a program: the script {@code stand-in}. Texts are
 * bytes, each as one character.
 */
final class StandIn implements AutoCloseable {
  /** Lists that go through connections of their own, by names that were made for them. */
  private static final Map<String, CompletableFuture<String>> LISTS = new ConcurrentHashMap<>();

  private final Socket connection;
  private final BufferedReader lines;
  private final OutputStream orders; // guarded by this

  StandIn(Socket connection) throws IOException {
    this.connection = connection;
    this.lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1));
    this.orders = connection.getOutputStream();
  }

  /** The next line; empty at the end. */
  String readLine() throws IOException {
    return Optional.ofNullable(lines.readLine()).orElse("");
  }

  /** Reads how the program was started. */
  ProgramLaunch readStart() throws IOException {
    var arguments = new ArrayList<String>();
    for (int left = Integer.parseInt(readLine()); left > 0; left--) {
      arguments.add(readLine());
    }
    var variables = new HashMap<String, String>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int equals = line.indexOf('=');
      variables.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return ProgramLaunch.of(arguments, variables);
  }

  /** Reads the stdin of a program that waits for it on another connection. */
  void readStdin() throws IOException {
    CompletableFuture<String> waiting = Objects.requireNonNull(LISTS.remove(readLine()));
    var text = new StringWriter();
    lines.transferTo(text);
    waiting.complete(text.toString());
  }

  /** Writes the stdout that a program left on another connection. */
  void writeStdout() throws IOException {
    String text = Objects.requireNonNull(LISTS.remove(readLine())).join();
    orders.write(text.getBytes(ISO_8859_1));
  }

  /** Serves until a signal comes or the process is killed, and returns the exit code. */
  int serve(ProgramLaunch start) {
    var program =
        new EmbeddedProgram(
            Kit.class,
            start.variables(),
            new EmbeddedProgram.Streams(
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), stderr(start)));
    Thread.ofVirtual().start(() -> passSignals(program));
    if (!start.printedLine().isEmpty()) {
      order("err", start.printedLine() + "\n");
    }
    return start.code(program.run(start.arguments()));
  }

  private OutputStream stderr(ProgramLaunch start) {
    String order = start.isOnStdout() ? "out" : "err";
    return start.printedLine().isEmpty() ? new Orders(order) : OutputStream.nullOutputStream();
  }

  private void passSignals(EmbeddedProgram program) {
    try {
      while (lines.readLine() != null) {
        program.terminate();
      }
    } catch (IOException _) {
      // it is closed
    }
    program.terminate();
  }

  /** Answers the list on stdin, and returns the exit code. */
  int answer(ProgramLaunch start, LaunchFault.Ends ends) throws IOException {
    var list = new CompletableFuture<String>();
    order("stdin", list);
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(list.join().getBytes(ISO_8859_1));
    int code =
        new EmbeddedProgram(Kit.class, start.variables(), new EmbeddedProgram.Streams(in, out, err))
            .run(start.arguments());
    FaultyProgramResult output =
        ends.apply(
            list.join(),
            new FaultyProgramResult(out.toString(ISO_8859_1), err.toString(ISO_8859_1), code));
    order("err", output.err());
    order("stdout", CompletableFuture.completedFuture(output.out()));
    return start.code(output.code());
  }

  /** Ends the process. */
  void exit(int code) {
    order("exit", Integer.toString(code));
  }

  private void order(String order, CompletableFuture<String> list) {
    String name = UUID.randomUUID().toString();
    LISTS.put(name, list);
    order(order, name);
  }

  /** Orders the process to do something, unless it is gone. */
  private synchronized void order(String order, String text) {
    try {
      orders.write((order + " " + escaped(text) + "\n").getBytes(ISO_8859_1));
    } catch (IOException _) {
      // it was killed
    }
  }

  /** As {@code printf %b} of the shell takes it. */
  private static String escaped(String text) {
    var escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each > ' ' && each < 0x7f && each != '\\') {
        escaped.append(each);
      } else {
        String octal = Integer.toOctalString(0x200 | each).substring(1);
        escaped.append("\\0").append(octal);
      }
    }
    return escaped.toString();
  }

  /** Has the process write what is written here. */
  private final class Orders extends OutputStream {
    private final String order;

    Orders(String order) {
      this.order = order;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      order(order, new String(bytes, from, length, ISO_8859_1));
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
