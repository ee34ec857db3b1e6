package dev.kiln.server.http;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.runtime.Evaluator;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.calls.Refusal;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A door that listens on the loopback address, and what it told of its calls. */
public final class OpenHttpDoor implements AutoCloseable {
  private static final EventLoopGroup LOOPS =
      new MultiThreadIoEventLoopGroup(
          2, Thread.ofPlatform().daemon().name("loop-", 1).factory(), NioIoHandler.newFactory());

  private final HttpDoor door;
  private final List<CompletedCall> calls = new CopyOnWriteArrayList<>();
  private final List<Refusal> refusals = new CopyOnWriteArrayList<>();
  private final List<Throwable> faults = new CopyOnWriteArrayList<>();

  private OpenHttpDoor(
      Binding binding, @Nullable SslContext tls, Evaluator evaluator, ConnectionLimits limits)
      throws IOException {
    door =
        HttpDoor.open(
            new DoorSetup(
                binding,
                tls,
                evaluator,
                Callers.ANYONE,
                calls::add,
                refusals::add,
                limits,
                new Clients(),
                LOOPS,
                faults::add));
  }

  public static OpenHttpDoor of(Evaluator evaluator) throws IOException {
    return on("127.0.0.1:0", null, evaluator, ConnectionLimits.defaults());
  }

  static OpenHttpDoor on(
      String address, @Nullable SslContext tls, Evaluator evaluator, ConnectionLimits limits)
      throws IOException {
    var binding = Binding.of(Address.parse(address), Binding.SOCKET_MODE);
    return new OpenHttpDoor(binding, tls, evaluator, limits);
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

  List<CompletedCall> calls() {
    return calls;
  }

  List<Refusal> refusals() {
    return refusals;
  }

  List<Throwable> faults() {
    return faults;
  }

  @Override
  public void close() {
    door.close();
  }
}
