package dev.kiln.server.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.METHOD_NOT_ALLOWED;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_URI_TOO_LONG;
import static io.netty.handler.codec.http.HttpResponseStatus.UNAUTHORIZED;

import dev.kiln.net.RequestTarget;
import dev.kiln.server.callers.Credentials;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RefusalListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one connection, one after the other. It asks for no more before all that
 * came are answered, so what waits is no more than what one read may bring.
 */
final class AdminConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final List<HttpMethod> METHODS = List.of(HttpMethod.GET, HttpMethod.HEAD);

  private final PageRenderer renderer;
  private final ConnectionTimeouts timeouts;
  private final RefusalListener refusals;
  private final Queue<PendingRequest> waiting =
      new ArrayDeque<>(); // of the event loop, as what follows
  private boolean busy;

  AdminConnection(PageRenderer maker, ConnectionTimeouts patience, RefusalListener refusals) {
    this.renderer = maker;
    this.timeouts = patience;
    this.refusals = refusals;
  }

  /**
   * What of a request is needed to answer it.
   *
   * @param unreadable why the rest means nothing, if it does
   */
  private record PendingRequest(
      HttpMethod method,
      String uri,
      String accept,
      Credentials credentials,
      @Nullable Throwable unreadable) {
    static PendingRequest of(FullHttpRequest request, @Nullable SslHandler tls) {
      var accept = String.join(",", request.headers().getAll(HttpHeaderNames.ACCEPT));
      return new PendingRequest(
          request.method(),
          request.uri(),
          accept,
          Credentials.of(
              request.headers().getAll(Credentials.HEADER),
              tls == null ? null : tls.engine().getSession()),
          unreadable(request));
    }

    private static @Nullable Throwable unreadable(FullHttpRequest request) {
      List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
      boolean hostFits =
          hosts.isEmpty()
              ? !request.protocolVersion().equals(HttpVersion.HTTP_1_1)
              : hosts.size() == 1 && RequestTarget.isHost(hosts.getFirst());
      Throwable broken = request.decoderResult().cause();
      return broken != null || hostFits ? broken : new IllegalArgumentException("no valid host");
    }

    String path() {
      return new QueryStringDecoder(RequestTarget.pathAndQuery(uri)).path();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.read();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    waiting.add(PendingRequest.of(request, ctx.pipeline().get(SslHandler.class)));
    if (!busy) {
      next(ctx);
    }
  }

  private void next(ChannelHandlerContext ctx) {
    PendingRequest ask = waiting.poll();
    busy = ask != null;
    if (ask == null) {
      timeouts.rest(ctx);
      ctx.read();
    } else if (ask.unreadable != null) {
      refuse(ctx, ask.unreadable);
    } else {
      answer(ctx, ask);
    }
  }

  private void refuse(ChannelHandlerContext ctx, Throwable unreadable) {
    HttpResponseStatus status = status(unreadable);
    report(
        ctx,
        status.equals(BAD_REQUEST) ? Refusal.Reason.MALFORMED : Refusal.Reason.HEADERS_TOO_LARGE,
        Objects.toString(unreadable.getMessage(), ""));
    var response = response(Page.text(status, "no request that can be read"), false);
    HttpUtil.setKeepAlive(response, false); // nobody knows where the next one begins
    write(ctx, response);
  }

  private void answer(ChannelHandlerContext ctx, PendingRequest ask) {
    CompletableFuture<Page> page = page(ask);
    if (page.isDone()) {
      answer(ctx, ask, page.join());
    } else {
      page.thenAcceptAsync(made -> answer(ctx, ask, made), ctx.executor());
    }
  }

  private void answer(ChannelHandlerContext ctx, PendingRequest ask, Page page) {
    reason(page.status()).ifPresent(reason -> report(ctx, reason, ask.method + " " + ask.uri));
    write(ctx, response(page, ask.method.equals(HttpMethod.HEAD)));
  }

  /** Why there is no page, if it is for the request's sake. */
  private static Optional<Refusal.Reason> reason(HttpResponseStatus status) {
    if (status.equals(METHOD_NOT_ALLOWED)) {
      return Optional.of(Refusal.Reason.WRONG_METHOD);
    }
    if (status.equals(BAD_REQUEST)) {
      return Optional.of(Refusal.Reason.MALFORMED);
    }
    if (status.equals(UNAUTHORIZED)) {
      return Optional.of(Refusal.Reason.UNAUTHENTICATED);
    }
    return status.equals(NOT_FOUND) ? Optional.of(Refusal.Reason.WRONG_PATH) : Optional.empty();
  }

  private void report(ChannelHandlerContext ctx, Refusal.Reason reason, String detail) {
    refusals.refused(Refusal.of(AdminDoor.DOOR, reason, detail, ctx.channel().remoteAddress()));
  }

  private CompletableFuture<Page> page(PendingRequest ask) {
    if (!METHODS.contains(ask.method)) {
      var refusal = Page.text(METHOD_NOT_ALLOWED, "GET and HEAD are all that is allowed here");
      return CompletableFuture.completedFuture(refusal);
    }
    try {
      return renderer.render(ask.path(), ask.accept, ask.credentials);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(Page.text(BAD_REQUEST, "no path: " + ask.uri));
    }
  }

  private static HttpResponseStatus status(Throwable unreadable) {
    return switch (unreadable) {
      case TooLongHttpHeaderException _ -> REQUEST_HEADER_FIELDS_TOO_LARGE;
      case TooLongHttpLineException _ -> REQUEST_URI_TOO_LONG;
      default -> BAD_REQUEST;
    };
  }

  private void write(ChannelHandlerContext ctx, FullHttpResponse response) {
    ctx.writeAndFlush(response)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                ctx.executor().execute(() -> next(ctx)); // not within: there may be many
              } else {
                ctx.close();
              }
            });
  }

  private static FullHttpResponse response(Page page, boolean head) {
    ByteBuf body = head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(page.body());
    var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, page.status(), body);
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, page.type());
    headers.set(HttpHeaderNames.CONTENT_LENGTH, page.body().length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT);
    headers.set("x-content-type-options", "nosniff");
    if (page.status().equals(UNAUTHORIZED)) {
      headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    if (page.status().equals(METHOD_NOT_ALLOWED)) {
      headers.set(HttpHeaderNames.ALLOW, "GET, HEAD");
    }
    return response;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close(); // what a client sent or broke off; there is nobody to tell
  }
}
