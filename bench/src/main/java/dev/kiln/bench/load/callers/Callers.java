package dev.kiln.bench.load.callers;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Some callers at one door of one server, who call at the same time. */
public final class Callers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final EventLoop loop;
  private final List<Caller> callers;

  private Callers(EventLoop loop, int count, Supplier<Caller> caller) {
    this.loop = loop;
    this.callers = Stream.generate(caller).limit(count).toList();
  }

  /** The thread that plays callers; it does not keep the process from ending. */
  public static EventLoop thread() {
    var threads = new DefaultThreadFactory("callers", true);
    return new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory()).next();
  }

  /** As many connections to an HTTP server; all is played by the thread of the loop. */
  public static Callers http(
      EventLoop loop, InetSocketAddress server, Exchange exchange, int count) {
    return new Callers(loop, count, () -> HttpCaller.connect(loop, server, exchange));
  }

  /**
   * As many connections to a gRPC server. Many clients share one, but a connection for each caller
   * is what HTTP has, and the two are compared.
   */
  public static Callers grpc(
      EventLoop loop, InetSocketAddress server, Exchange exchange, int count) {
    return new Callers(loop, count, () -> GrpcCaller.connect(loop, server, exchange));
  }

  /** All call again and again until the time is up, and then wait for their last answers. */
  public Round run(Duration time) throws InterruptedException {
    var done = new CompletableFuture<Round>();
    loop.execute(() -> new ClosedLoop(callers, time, done).start());
    return await(done, time.plus(PATIENCE));
  }

  /** One call of one caller. */
  public Round once() throws InterruptedException {
    return run(Duration.ZERO);
  }

  private static Round await(CompletableFuture<Round> done, Duration limit)
      throws InterruptedException {
    try {
      return done.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call was lost", e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer within " + limit.toSeconds() + " s", e);
    }
  }

  @Override
  public void close() {
    callers.forEach(Caller::close);
  }
}
