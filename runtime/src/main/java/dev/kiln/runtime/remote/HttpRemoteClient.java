package dev.kiln.runtime.remote;

import dev.kiln.net.Address.Tcp;
import dev.kiln.net.FailureText;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import dev.kiln.runtime.remote.HttpClientExchange.End;
import dev.kiln.sdk.Format;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server that is called with HTTP POST. */
final class HttpRemoteClient implements RemoteClient {
  private static final String LOG_LIMIT = "48Ki";

  private final RemoteAddress address;
  private final String host;
  private final RemoteSettings settings;
  private final HttpConnectionPool pool = new HttpConnectionPool();
  private final HttpConnector connector;

  HttpRemoteClient(RemoteAddress address, RemoteSettings settings) {
    this.address = address;
    this.host = address.place() instanceof Tcp tcp ? tcp.toString() : "localhost";
    this.settings = settings;
    this.connector = new HttpConnector(address, settings, pool);
  }

  @Override
  public Attempt call(RemoteRequest ask) throws InterruptedException {
    HttpClientConnection idle = pool.take();
    if (idle != null) {
      Attempt attempt = exchange(idle, ask);
      if (!(attempt instanceof NotTaken(_, boolean reached)) || reached) {
        return attempt;
      }
      pool.clear(); // the server closed it before the request arrived, and perhaps the others too
    }
    try {
      return exchange(connector.connect(ask.left()), ask);
    } catch (IOException e) {
      return new NotTaken(FailureText.ofCause(e), false);
    }
  }

  private Attempt exchange(HttpClientConnection connection, RemoteRequest ask)
      throws InterruptedException {
    var exchange = new HttpClientExchange(request(ask), ask.list());
    connection.send(exchange);
    ask.cancellation().onCancel(() -> connection.abandon(exchange));
    try {
      return attempt(exchange.await(ask.left()), ask);
    } catch (TimeoutException _) {
      connection.abandon(exchange);
      return abandonedAttempt(ask);
    } catch (InterruptedException e) {
      connection.abandon(exchange);
      throw e;
    }
  }

  private Attempt attempt(End end, RemoteRequest ask) {
    if (end instanceof End.Answer(var answer)) {
      return HttpResponseReader.of(answer, ask, address.toString());
    }
    if (!(end instanceof End.Lost(boolean sent, String why))) {
      return new Answered(RemoteOutcomes.tooLarge(address.toString(), settings.maxMessageBytes()));
    }
    if (ask.isOver()) {
      return abandonedAttempt(ask);
    }
    pool.clear();
    return sent ? new Broken(why) : new NotTaken(why, false);
  }

  private Answered abandonedAttempt(RemoteRequest ask) {
    Outcome outcome = ask.abandonedOutcome(address.toString());
    return new Answered(outcome);
  }

  private HttpRequest request(RemoteRequest ask) {
    var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, address.path());
    HttpHeaders headers = request.headers();
    headers.set(HttpHeaderNames.HOST, host);
    headers.set(HttpHeaderNames.CONTENT_TYPE, type(ask.format()));
    headers.set(HttpHeaderNames.ACCEPT, type(ask.accept()));
    headers.set(HttpHeaderNames.CONTENT_LENGTH, ask.list().length);
    headers.set("krm-timeout", Math.max(1, TimeUnit.NANOSECONDS.toMillis(ask.left())) + "ms");
    headers.set("krm-log-limit", LOG_LIMIT);
    settings
        .token()
        .authorization()
        .ifPresent(value -> headers.set(HttpHeaderNames.AUTHORIZATION, value));
    if (ask.function() != null) {
      headers.set("krm-function", ask.function());
    }
    if (ask.image() != null) {
      headers.set("krm-image", ask.image());
    }
    return request;
  }

  private static String type(Format format) {
    return switch (format) {
      case YAML -> "text/yaml";
      case JSON -> "application/json";
    };
  }

  /**
   * A server counts as ready if it accepts a connection, because HTTP has no request without an
   * effect.
   */
  @Override
  public Optional<String> findProblem(Duration limit) throws InterruptedException {
    try {
      connector.connect(limit.toNanos()).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(FailureText.ofCause(e));
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
