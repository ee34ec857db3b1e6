package dev.kiln.bench.fuzz;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.grpc.GrpcDoor;
import dev.kiln.server.http.HttpDoor;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The doors on ports of this machine, with the built-in functions. One host serves all inputs. */
final class FuzzedHost {
  /** Far longer than any answer takes, and shorter than the timeouts of the doors. */
  private static final int PATIENCE_MILLIS = 20_000;

  private static @Nullable FuzzedHost opened; // guarded by the class

  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final HttpDoor http;
  private final GrpcDoor grpc;

  private FuzzedHost() throws IOException {
    var functions =
        FunctionLoader.findAll(FuzzedHost.class.getClassLoader()).stream()
            .map(JavaRunner::register)
            .toList();
    var limits = Limits.defaults().withMaxMessageBytes(1 << 20).withTimeout(Duration.ofSeconds(10));
    var evaluator = new Evaluator(new FunctionRegistry(functions), limits);
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().factory(), NioIoHandler.newFactory());
    http = HttpDoor.open(setup(evaluator, loops));
    grpc = GrpcDoor.open(setup(evaluator, loops), true);
  }

  private DoorSetup setup(Evaluator evaluator, EventLoopGroup loops) {
    return new DoorSetup(
        Binding.of(Address.parse("127.0.0.1:0"), Binding.SOCKET_MODE),
        null,
        evaluator,
        Callers.ANYONE,
        this::completed,
        _ -> {},
        ConnectionLimits.defaults(),
        new Clients(),
        loops,
        faults::add);
  }

  static synchronized FuzzedHost open() throws IOException {
    if (opened == null) {
      opened = new FuzzedHost();
    }
    return opened;
  }

  private void completed(CompletedCall call) {
    if (call.ending() instanceof Ending.Fault(Throwable cause)) {
      faults.add(cause);
    } else if (call.ending() instanceof Ending.TimedOut(String message)) {
      faults.add(new AssertionError("a call did not end: " + message));
    }
  }

  /** Throws what went wrong within the host. */
  void requireNoFault() {
    Throwable fault = faults.poll();
    if (fault != null) {
      faults.clear();
      throw new AssertionError("a fault of the host", fault);
    }
  }

  Socket connectHttp() throws IOException {
    return connect(http.address());
  }

  Socket connectGrpc() throws IOException {
    return connect(grpc.address());
  }

  private static Socket connect(String address) throws IOException {
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    var socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  /** Sends the bytes and nothing else. The host may close the connection before it has read all. */
  static void send(Socket socket, byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
    } catch (SocketException e) {
      // refused: what was answered can still be read
    }
  }

  /** What the host sends until it closes the connection. A silent host is an error. */
  static byte[] readAll(Socket socket) throws IOException {
    var all = new ByteArrayOutputStream();
    var buffer = new byte[1 << 16];
    try {
      for (int n = socket.getInputStream().read(buffer); n >= 0; ) {
        all.write(buffer, 0, n);
        n = socket.getInputStream().read(buffer);
      }
    } catch (SocketException e) {
      // reset: what came before counts
    }
    return all.toByteArray();
  }
}
