package dev.kiln.server.http;

import dev.kiln.runtime.Evaluator;
import dev.kiln.server.calls.Answered;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.net.Address;
import dev.kiln.server.net.Binding;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A door that listens on the loopback address, and what it told of its calls. */
public final class OpenDoor implements AutoCloseable {
  private static final EventLoopGroup LOOPS =
      new MultiThreadIoEventLoopGroup(
          2, Thread.ofPlatform().daemon().name("loop-", 1).factory(), NioIoHandler.newFactory());

  private final HttpDoor door;
  private final List<Answered> calls = new CopyOnWriteArrayList<>();
  private final List<Throwable> faults = new CopyOnWriteArrayList<>();

  private OpenDoor(String address, Evaluator evaluator, ConnectionLimits limits)
      throws IOException {
    door =
        HttpDoor.open(
            new HttpDoor.Setup(
                Binding.of(Address.parse(address), Binding.SOCKET_MODE),
                null,
                evaluator,
                calls::add,
                limits,
                LOOPS,
                LOOPS,
                faults::add));
  }

  public static OpenDoor of(Evaluator evaluator) throws IOException {
    return of(evaluator, ConnectionLimits.defaults());
  }

  static OpenDoor of(Evaluator evaluator, ConnectionLimits limits) throws IOException {
    return new OpenDoor("127.0.0.1:0", evaluator, limits);
  }

  static OpenDoor on(String address, Evaluator evaluator, ConnectionLimits limits)
      throws IOException {
    return new OpenDoor(address, evaluator, limits);
  }

  HttpDoor door() {
    return door;
  }

  public URI uri(String path) {
    return URI.create("http://" + door.address() + path);
  }

  int port() {
    return uri("/").getPort();
  }

  List<Answered> calls() {
    return calls;
  }

  List<Throwable> faults() {
    return faults;
  }

  @Override
  public void close() {
    door.close();
  }
}
