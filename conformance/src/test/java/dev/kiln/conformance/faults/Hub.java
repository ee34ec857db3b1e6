package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.targets.Launch;
import dev.kiln.conformance.targets.Ports;
import dev.kiln.conformance.targets.Until;
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
final class Hub implements AutoCloseable {
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
  Hub(String python, Path socket, GoodHost host) throws IOException {
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
      Value asked = read(lines.readLine());
      StartFault fault = Objects.requireNonNull(faults.get(asked.text("fault")));
      Start start = Start.of(texts(asked.list("arguments")), texts(asked.map("variables")));
      boolean isBroken = fault.when().test(start);
      if (isBroken) {
        start = fault.starts().apply(start);
      }
      if (!start.isServer()) {
        say(program, "{}\n");
        String list = read(lines.readLine()).text("list");
        Ended end = Ended.of(list, start, host.http());
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
      StartFault.Front front, Start start, SocketChannel program, BufferedReader lines)
      throws Exception {
    InetSocketAddress address = Ports.address(start.variable(front.variable()));
    InetSocketAddress own = Ports.free();
    if (front.isAlone()) {
      try (var _ = front.proxy().open(address, own)) {
        say(program, start.json(GoodProgram.command()));
        lines.readLine();
      }
      return;
    }
    say(program, start.with(front.variable(), Ports.text(own)).json(GoodProgram.command()));
    if (Until.holds(Launch.START, () -> Ports.isListening(Ports.text(own)))) {
      try (var _ = front.proxy().open(address, own)) {
        lines.readLine();
      }
    }
  }

  private static Value read(String line) throws Unreadable {
    return Document.of(line).root();
  }

  private static List<String> texts(List<Value> values) {
    return values.stream().map(Value::text).toList();
  }

  private static Map<String, String> texts(Map<String, Value> values) {
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
