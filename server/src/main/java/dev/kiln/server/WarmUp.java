package dev.kiln.server;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Hosted;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runners;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.ResourceList;
import dev.kiln.server.calls.Answered;
import dev.kiln.server.net.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Runs what every call runs, so that the first one does not wait for classes to be loaded: sends a
 * list through an Evaluator of its own, and asks the HTTP door for a function that is not there.
 */
final class WarmUp {
  private static final Duration LONGEST = Duration.ofMillis(100);
  private static final byte[] LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      functionConfig:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: warm-up}
        data: {a: b}
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: one # of many
        data: {soup: "no"}
      """
          .getBytes(StandardCharsets.UTF_8);

  private static final Duration ENOUGH = Duration.ofMillis(50);
  private static final String ID = "warm-up-" + UUID.randomUUID();

  private WarmUp() {}

  /** Whether a call is one of these, which nobody wants to hear of. */
  static boolean isOurs(Answered call) {
    return call.request().id().equals(ID);
  }

  /** Does it, as far as there is time. */
  static void run(Doors doors) {
    Thread warming = Thread.ofPlatform().daemon().name("warm-up").start(() -> warm(doors));
    try {
      warming.join(LONGEST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void warm(Doors doors) {
    doors.plainHttp().ifPresent(WarmUp::ask);
    long end = System.nanoTime() + ENOUGH.toNanos();
    var any = Hosted.of("any", List.of(), (_, _) -> true, WarmUp::label);
    try (var evaluator = new Evaluator(new Runners(List.of(any)), Limits.defaults())) {
      while (System.nanoTime() < end) {
        var _ = evaluator.evaluate(Invocation.of(LIST).answeredIn(Format.YAML));
      }
    }
  }

  private static Outcome label(Invocation in) {
    ResourceList list = in.list().mapItems(item -> item.withLabel("warm", "yes"));
    return Outcome.of(new Ending.Done(), list, List.of());
  }

  private static void ask(Address address) {
    byte[] request =
        ("POST / HTTP/1.1\r\nHost: here\r\nKRM-Function: ?\r\nContent-Type: text/yaml\r\nX-Request-Id: "
                + ID
                + "\r\nContent-Length: 1\r\nConnection: close\r\n\r\n?")
            .getBytes(StandardCharsets.US_ASCII);
    try (SocketChannel channel = SocketChannel.open(reachable(address))) {
      channel.write(ByteBuffer.wrap(request));
      var answer = ByteBuffer.allocate(4 << 10);
      while (channel.read(answer) >= 0 && answer.hasRemaining()) {
        // until it is whole
      }
    } catch (IOException e) {
      // the first caller warms it up then
    }
  }

  private static SocketAddress reachable(Address address) {
    return switch (address) {
      case Address.Unix(Path path) -> UnixDomainSocketAddress.of(path);
      case Address.Tcp(String host, int port) -> {
        var socket = new InetSocketAddress(host, port);
        yield host.isEmpty() || socket.getAddress().isAnyLocalAddress()
            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
            : socket;
      }
    };
  }
}
