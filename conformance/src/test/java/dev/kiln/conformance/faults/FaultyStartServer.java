package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.targets.Polling;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Where programs that are broken from their start on ask how to start. */
final class FaultyStartServer implements AutoCloseable {
  private static final Path PROGRAM = Path.of("src/test/broken-servers/start").toAbsolutePath();

  private final Map<String, StartFault> faults = new ConcurrentHashMap<>();
  private final String python;
  private final Path socket;
  private final GoodHost host;
  private final ServerSocketChannel door;

  /**
   * Opens one.
   *
   * @param host who answers lists
   */
  FaultyStartServer(String python, Path socket, GoodHost host) throws IOException {
    this.python = python;
    this.socket = socket;
    this.host = host;
    this.door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    door.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().start(this::serve);
  }

  /** A program that is broken so, as the command takes it. */
  String target(StartFault fault) {
    String name = Integer.toString(System.identityHashCode(fault));
    faults.put(name, fault);
    return "serve:%s -I -S %s %s %s".formatted(python, PROGRAM, socket, name);
  }

  private void serve() {
    while (door.isOpen()) {
      try {
        SocketChannel program = door.accept();
        Thread.ofVirtual().start(() -> serve(program));
      } catch (IOException _) {
        return; // it is closed
      }
    }
  }

  private void serve(SocketChannel program) {
    try (program;
        var lines = new BufferedReader(Channels.newReader(program, UTF_8))) {
      DocumentValue asked = read(lines.readLine());
      StartFault fault = Objects.requireNonNull(faults.get(asked.text("fault")));
      ProgramStart start =
          ProgramStart.of(texts(asked.list("arguments")), texts(asked.map("variables")));
      boolean isBroken = fault.when().test(start);
      if (isBroken) {
        start = fault.starts().apply(start);
      }
      if (!start.isServer()) {
        say(program, "{}\n");
        String list = read(lines.readLine()).text("list");
        ProgramOutput end = ProgramOutput.of(list, start, host.http());
        say(program, (isBroken ? fault.ends().apply(list, end) : end).json());
      } else if (isBroken && fault.front().isPresent()) {
        serve(fault.front().get(), start, program, lines);
      } else {
        say(program, start.json(GoodProgram.command()));
        lines.readLine(); // which ends with the program
      }
    } catch (Exception e) { // that of what stands before, which may be any
      Thread.currentThread()
          .getUncaughtExceptionHandler()
          .uncaughtException(Thread.currentThread(), e);
    }
  }

  /** Lets something else listen where the program should, and the program elsewhere. */
  private static void serve(
      StartFault.Front front, ProgramStart start, SocketChannel program, BufferedReader lines)
      throws Exception {
    InetSocketAddress address = ServerAddresses.address(start.variable(front.variable()));
    InetSocketAddress own = ServerAddresses.free();
    if (front.isAlone()) {
      try (var _ = front.proxy().open(address, own)) {
        say(program, start.json(GoodProgram.command()));
        lines.readLine();
      }
      return;
    }
    say(
        program,
        start.with(front.variable(), ServerAddresses.text(own)).json(GoodProgram.command()));
    if (Polling.until(
        ServerLauncher.START_TIMEOUT,
        () -> ServerAddresses.isListening(ServerAddresses.text(own)))) {
      try (var _ = front.proxy().open(address, own)) {
        lines.readLine();
      }
    }
  }

  private static DocumentValue read(String line) throws UnreadableDocumentException {
    return YamlDocument.of(line).root();
  }

  private static List<String> texts(List<DocumentValue> values) {
    return values.stream().map(DocumentValue::text).toList();
  }

  private static Map<String, String> texts(Map<String, DocumentValue> values) {
    var texts = new HashMap<String, String>();
    values.forEach((name, value) -> texts.put(name, value.text()));
    return texts;
  }

  private static void say(SocketChannel program, String line) throws IOException {
    program.write(ByteBuffer.wrap(line.getBytes(UTF_8)));
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
