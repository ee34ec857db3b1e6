package dev.kiln.server.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.INTERNAL_SERVER_ERROR;
import static io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE;

import dev.kiln.server.callers.Credentials;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Renders pages on a thread of its own, which ends when it is idle. */
final class PageRenderer implements AutoCloseable {
  private static final int WAITING = 64;

  private final Pages pages;
  private final Consumer<Throwable> faults;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(WAITING),
          Thread.ofPlatform().daemon().name("admin").factory());

  PageRenderer(Pages pages, Consumer<Throwable> faults) {
    this.pages = pages;
    this.faults = faults;
    thread.allowCoreThreadTimeOut(true);
  }

  /** The page at that path: done already, or later on another thread; in any case a page. */
  CompletableFuture<Page> render(String path, String accept, Credentials credentials) {
    return pages
        .findImmediate(path)
        .or(() -> pages.findRefusal(path, credentials))
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> renderLater(path, accept, credentials));
  }

  private CompletableFuture<Page> renderLater(String path, String accept, Credentials credentials) {
    try {
      return CompletableFuture.supplyAsync(() -> pages.of(path, accept, credentials), thread)
          .exceptionally(this::fault);
    } catch (RejectedExecutionException e) {
      var busy = Page.text(SERVICE_UNAVAILABLE, "too many requests wait for an answer already");
      return CompletableFuture.completedFuture(busy);
    }
  }

  private Page fault(Throwable thrown) {
    faults.accept(thrown);
    return Page.text(INTERNAL_SERVER_ERROR, "internal error; the log says more");
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
