package dev.kiln.runtime.remote;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request on a connection, and its result. */
final class HttpClientExchange {
  private final HttpRequest head;
  private final byte[] body;
  private final CompletableFuture<End> end = new CompletableFuture<>();

  /** How it ended. */
  sealed interface End {
    record Answer(BufferedResponse answer) implements End {}

    /** The answer is larger than the limit. */
    record TooLarge() implements End {}

    /**
     * The connection was lost without an answer.
     *
     * @param sent whether the server may have the whole request
     */
    record Lost(boolean sent, String why) implements End {}
  }

  HttpClientExchange(HttpRequest head, byte[] body) {
    this.head = head;
    this.body = body;
  }

  HttpRequest head() {
    return head;
  }

  HttpHeaders headers() {
    return head.headers();
  }

  byte[] body() {
    return body;
  }

  void end(End how) {
    end.complete(how);
  }

  /** Waits until the exchange ends. */
  End await(long nanos) throws InterruptedException, TimeoutException {
    try {
      return end.get(nanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e); // it never completes exceptionally
    }
  }
}
