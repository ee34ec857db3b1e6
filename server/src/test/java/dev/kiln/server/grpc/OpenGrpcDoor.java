package dev.kiln.server.grpc;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.runtime.Evaluator;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.calls.Refusal;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A door on a port of this machine, and a client's way to it. */
public final class OpenGrpcDoor implements AutoCloseable {
  static final EventLoopGroup LOOPS = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());

  final GrpcDoor door;
  final BlockingQueue<Refusal> refusals;
  private final ManagedChannel channel;

  private OpenGrpcDoor(GrpcDoor door, BlockingQueue<Refusal> refusals) {
    this.door = door;
    this.refusals = refusals;
    this.channel = client().build();
  }

  public static OpenGrpcDoor of(Evaluator evaluator) {
    return of(evaluator, _ -> {}, ConnectionLimits.defaults());
  }

  static OpenGrpcDoor of(Evaluator evaluator, CallListener journal, ConnectionLimits limits) {
    return of(evaluator, journal, limits, true);
  }

  static OpenGrpcDoor of(
      Evaluator evaluator, CallListener journal, ConnectionLimits limits, boolean reflection) {
    var binding = Binding.of(Address.parse("127.0.0.1:0"), Binding.SOCKET_MODE);
    var refusals = new LinkedBlockingQueue<Refusal>();
    try {
      return new OpenGrpcDoor(
          GrpcDoor.open(
              new DoorSetup(
                  binding,
                  null,
                  evaluator,
                  Callers.ANYONE,
                  journal,
                  refusals::add,
                  limits,
                  new Clients(),
                  LOOPS,
                  _ -> {}),
              reflection),
          refusals);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has a call be over in time by the host's clock, and not by the client's. */
  public static <S extends AbstractStub<S>> S within(Duration timeout, S stub) {
    var headers = new Metadata();
    headers.put(
        Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER),
        timeout.toMillis() + "m");
    return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  public ManagedChannel channel() {
    return channel;
  }

  NettyChannelBuilder client() {
    return NettyChannelBuilder.forAddress(address()).usePlaintext();
  }

  InetSocketAddress address() {
    String port = door.address().substring(door.address().lastIndexOf(':') + 1);
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  @Override
  public void close() {
    channel.shutdownNow();
    door.close();
  }
}
