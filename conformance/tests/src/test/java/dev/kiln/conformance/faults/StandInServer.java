package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.Polling;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Plays programs that are broken from their start on. The processes are stand-ins, which connect
 * here and do as they are told; the function itself runs in the JVM of the tests, as a JVM for each
 * program would take most of the time of all tests.
 */
final class StandInServer implements AutoCloseable {
  private static final Path STAND_IN =
      Path.of("tests/src/test/broken-servers/stand-in").toAbsolutePath();
  private static final int BACKLOG = 64;
  private static final String GOOD = "good";

  private final Map<String, LaunchFault> faults = new ConcurrentHashMap<>();
  private final ServerSocket server;

  StandInServer() throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** A program that is broken so, as the command takes it. */
  String target(LaunchFault fault) {
    String name = Integer.toString(System.identityHashCode(fault));
    faults.put(name, fault);
    return target(name);
  }

  /** A program that is not broken. */
  String goodTarget() {
    return target(GOOD);
  }

  private String target(String program) {
    return "serve:%s %d %s".formatted(STAND_IN, server.getLocalPort(), program);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException _) {
        return; // it is closed
      }
    }
  }

  private void serve(Socket connection) {
    try (var standIn = new StandIn(connection)) {
      switch (standIn.readLine()) {
        case "stdin" -> standIn.readStdin();
        case "stdout" -> standIn.writeStdout();
        default -> play(standIn);
      }
    } catch (Exception e) { // that of a proxy may be any
      Thread.currentThread()
          .getUncaughtExceptionHandler()
          .uncaughtException(Thread.currentThread(), e);
    }
  }

  private void play(StandIn standIn) throws Exception {
    String program = standIn.readLine();
    ProgramLaunch start = standIn.readStart();
    standIn.exit(
        program.equals(GOOD)
            ? play(start, standIn)
            : play(Objects.requireNonNull(faults.get(program)), start, standIn));
  }

  /** Plays a program from its start to its end, and returns the exit code. */
  private static int play(ProgramLaunch start, StandIn standIn) throws IOException {
    return start.isServer() ? standIn.serve(start) : standIn.answer(start, (_, output) -> output);
  }

  private static int play(LaunchFault fault, ProgramLaunch given, StandIn standIn)
      throws Exception {
    if (!fault.when().test(given)) {
      return play(given, standIn);
    }
    ProgramLaunch start = fault.starts().apply(given);
    if (!start.isServer()) {
      return standIn.answer(start, fault.ends());
    }
    Optional<LaunchFault.FrontListener> front = fault.front();
    return front.isPresent() ? serveBehind(front.get(), start, standIn) : standIn.serve(start);
  }

  /** Lets something else listen where the program should, and the program elsewhere. */
  private static int serveBehind(
      LaunchFault.FrontListener front, ProgramLaunch start, StandIn standIn) throws Exception {
    InetSocketAddress address = ServerAddresses.address(start.variable(front.variable()));
    InetSocketAddress own = ServerAddresses.free();
    if (front.replacesProgram()) {
      try (var _ = front.proxy().open(address, own)) {
        return standIn.serve(start);
      }
    }
    ProgramLaunch moved = start.withVariable(front.variable(), ServerAddresses.text(own));
    var code = new CompletableFuture<Integer>();
    Thread.ofVirtual().start(() -> code.complete(standIn.serve(moved)));
    Polling.until(
        ServerLauncher.START_TIMEOUT,
        () -> code.isDone() || ServerAddresses.isListening(ServerAddresses.text(own)));
    if (code.isDone()) {
      return code.join();
    }
    try (var _ = front.proxy().open(address, own)) {
      return code.join();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
