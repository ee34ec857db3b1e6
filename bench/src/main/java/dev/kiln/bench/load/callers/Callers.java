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

/** Several callers of one door of a server, which call concurrently. */
public final class Callers implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final EventLoop loop;
  private final List<Caller> callers;

  private Callers(EventLoop loop, int count, Supplier<Caller> caller) {
    this.loop = loop;
    this.callers = Stream.generate(caller).limit(count).toList();
  }

  /**
   * The event loop of all callers. Its thread is a daemon, so it does not keep the process alive.
   */
  public static EventLoop newEventLoop() {
    var threads = new DefaultThreadFactory("callers", true);
    return new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory()).next();
  }

  /** Connects {@code count} callers to an HTTP server. The event loop runs all of them. */
  public static Callers http(
      EventLoop loop, InetSocketAddress server, Exchange exchange, int count) {
    return new Callers(loop, count, () -> HttpCaller.connect(loop, server, exchange));
  }

  /**
   * Connects {@code count} callers to a gRPC server. Real clients often share a connection. Here
   * each caller has its own, as with HTTP, so that the two can be compared.
   */
  public static Callers grpc(
      EventLoop loop, InetSocketAddress server, Exchange exchange, int count) {
    return new Callers(loop, count, () -> GrpcCaller.connect(loop, server, exchange));
  }

  /** Lets all callers call repeatedly until the time is over, and waits for the last answers. */
  public Round run(Duration time) throws InterruptedException {
    var done = new CompletableFuture<Round>();
    loop.execute(() -> new ClosedLoop(callers, time, done).start());
    return await(done, time.plus(TIMEOUT));
  }

  /** Lets each caller call once. */
  public Round callOnce() throws InterruptedException {
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
