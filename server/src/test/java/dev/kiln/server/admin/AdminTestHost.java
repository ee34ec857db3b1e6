package dev.kiln.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.Refusal;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A host with two functions and an admin address, as a program puts it together. */
final class AdminTestHost implements AutoCloseable {
  static final String LABELS =
      """
      # for people
      apiVersion: config.kubernetes.io/v1alpha1
      kind: KRMFunctionDefinition
      metadata:
        name: labels
      spec:
        group: example.com
        names:
          kind: Labels
        description: |
          Puts labels on "everything".
        versions: []
      """;
  static final String SPIN = LABELS.replace("labels", "spin").replace("Labels", "Spin");

  final AtomicReference<Optional<String>> notReady = new AtomicReference<>(Optional.empty());
  final List<Refusal> refusals = new CopyOnWriteArrayList<>();
  final List<Throwable> faults = new CopyOnWriteArrayList<>();
  final Metrics metrics = new Metrics(() -> 7);
  final Evaluator evaluator;
  final AdminDoor door;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  AdminTestHost() {
    this(limits(64, Duration.ofMinutes(5), Duration.ofMinutes(5)));
  }

  AdminTestHost(ConnectionLimits limits) {
    var runners = new FunctionRegistry(List.of(function(LABELS), function(SPIN)));
    evaluator = new Evaluator(runners, Limits.defaults(), metrics.stuck());
    metrics.watch(evaluator);
    door = open(limits, Binding.of(Address.parse("127.0.0.1:0"), Binding.SOCKET_MODE), null);
  }

  /** Another door to the same host. */
  AdminDoor open(ConnectionLimits limits, Binding binding, @Nullable SslContext tls) {
    var pages = new Pages(notReady::get, metrics, evaluator, Callers.ANYONE);
    return AdminDoor.open(
        new AdminDoor.Setup(binding, tls, limits, pages, refusals::add, faults::add, loop));
  }

  static ConnectionLimits limits(int connections, Duration idle, Duration slow) {
    return new ConnectionLimits(connections, idle, slow, idle, 2 << 10, 1);
  }

  static RegisteredFunction function(String definition) {
    KrmFunction same = (in, _) -> in;
    return JavaRunner.register(
        FunctionClass.of(FunctionDefinition.parse(definition.getBytes(UTF_8)), same));
  }

  int port() {
    return Integer.parseInt(door.address().replace("127.0.0.1:", ""));
  }

  @Override
  public void close() {
    door.close();
    evaluator.close();
    metrics.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
