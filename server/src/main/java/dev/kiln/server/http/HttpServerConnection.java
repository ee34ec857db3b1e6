package dev.kiln.server.http;

import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.server.admission.Admission;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.callers.Credentials;
import dev.kiln.server.callers.KnownCaller;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.calls.PendingCalls;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RequestContext;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One connection: takes requests one after the other, in the order in which they came. While one is
 * answered, what comes behind it waits, and once there is much of it, in the socket. All of it
 * happens on the connection's event loop.
 */
final class HttpServerConnection extends ChannelInboundHandlerAdapter {
  /** A refused body of up to this size is read and dropped, so that the connection lives on. */
  private static final long MAX_DROPPED_BODY = 1 << 20;

  /** Connections that opened together must not end together; gRPC takes as much. */
  private static final double AGE_SPREAD = 0.1;

  private final DoorSetup setup;
  private final Admission admission;
  private final PendingCalls pending;
  private final ConnectionTimer timer = new ConnectionTimer();
  private final ResponseWriter writer;
  private final PipelinedInput pipelined = new PipelinedInput();
  private State state = State.BETWEEN;
  private Clients.@Nullable Connection client; // from the first request on
  private @Nullable HttpServerCall call; // while it is read and answered
  private long endsAt; // for its age; 0 for never
  private long requestStartedAt; // the first byte of the request; 0 between requests
  private boolean isHalfClosed; // by the client
  private boolean hasAnswered; // at least one request
  private boolean isHttp10; // HTTP/1.0, which must be told that a connection lives on

  HttpServerConnection(DoorSetup setup, Admission admission, PendingCalls pending) {
    this.setup = setup;
    this.admission = admission;
    this.pending = pending;
    this.writer = new ResponseWriter(pending, timer, setup.limits().writeTimeout());
  }

  private enum State {
    /** No request has come, or only a part of its head. */
    BETWEEN,
    /** The body is coming. */
    READING,
    /** The body of a request that is answered already is coming. */
    DROPPING,
    /** The function runs. */
    RUNNING,
    /** The answer is being sent. */
    SENDING,
    /** The connection is about to be closed. */
    ENDING;

    boolean isAnswering() {
      return this == RUNNING || this == SENDING;
    }

    boolean needsInput() {
      return this == BETWEEN || this == READING || this == DROPPING;
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    timer.closeAfter(ctx, setup.limits().idleTimeout());
    endsAt = endsAt(setup.limits().maxAge());
    ctx.fireChannelActive();
  }

  /** When a connection that opens now has its last answer; 0 for never. */
  private static long endsAt(Duration maxAge) {
    if (!maxAge.isPositive()) {
      return 0;
    }
    double spread = ThreadLocalRandom.current().nextDouble(-AGE_SPREAD, AGE_SPREAD);
    return System.nanoTime() + Math.round(maxAge.toNanos() * (1 + spread));
  }

  /**
   * The first byte of a request, or another one.
   *
   * @param ctx of any handler; to answer through it would go past those behind it
   */
  void inputArrived(ChannelHandlerContext ctx) {
    if (isIdle()) {
      requestStartedAt = System.nanoTime();
      timer.runAfter(
          ctx, setup.limits().bodyTimeout(), () -> refuseSlowRequest(ctx.pipeline().context(this)));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (state.isAnswering()) {
      pipelined.add(ctx, message);
      return;
    }
    try {
      handle(ctx, message);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void handle(ChannelHandlerContext ctx, Object message) {
    if (state == State.ENDING) {
      return;
    }
    if (message instanceof HttpRequest head) {
      begin(ctx, head);
    }
    if (message instanceof HttpContent content) {
      read(ctx, content);
    }
  }

  private void begin(ChannelHandlerContext ctx, HttpRequest head) {
    inputArrived(ctx); // they may have come with those of the request before
    state = State.READING;
    isHttp10 = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    RequestContext request = RequestHead.request(head.headers());
    if (setup.callers().areKnown()) {
      request = request.withCaller(Callers.UNKNOWN);
    }
    try {
      checkDecoded(head.decoderResult());
      RequestHead.checkFraming(head);
      PermittedCaller caller = identify(ctx, head);
      request = request.withCaller(caller.name());
      RequestHead ask = RequestHead.of(head, request);
      call = HttpServerCall.open(setup.evaluator(), admission, ask, caller, client(ctx).share());
      pending.begin();
      if (ask.expectsContinue()) {
        ctx.writeAndFlush(DisconnectProbe.continueResponse());
      }
    } catch (RequestHead.RefusedRequestException e) {
      boolean isUnderstood = !e.problem().status().equals(HttpResponseStatus.BAD_REQUEST);
      boolean mayDrop = isUnderstood && head.decoderResult().isSuccess() && isDroppable(head);
      refuse(ctx, request, RequestHead.accept(head.headers()), e.problem(), mayDrop);
    }
  }

  private PermittedCaller identify(ChannelHandlerContext ctx, HttpRequest head)
      throws RequestHead.RefusedRequestException {
    var credentials = Credentials.of(head.headers().getAll(Credentials.HEADER), tlsSession(ctx));
    Optional<KnownCaller> known = setup.callers().identify(credentials);
    if (known.isEmpty()) {
      throw new RequestHead.RefusedRequestException(
          Problem.of(
              HttpResponseStatus.UNAUTHORIZED,
              Callers.refusal(credentials),
              "www-authenticate",
              "Bearer"));
    }
    return known.get().caller();
  }

  private Clients.Connection client(ChannelHandlerContext ctx) {
    if (client == null) {
      client = setup.clients().connected(ctx.channel().remoteAddress(), tlsSession(ctx));
    }
    return client;
  }

  private static @Nullable SSLSession tlsSession(ChannelHandlerContext ctx) {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    return tls == null ? null : tls.engine().getSession();
  }

  /** Whether what is left of a refused request is worth reading, for the connection's sake. */
  private static boolean isDroppable(HttpRequest head) {
    return HttpUtil.isKeepAlive(head)
        && !HttpUtil.is100ContinueExpected(head)
        && !HttpUtil.isTransferEncodingChunked(head)
        && HttpUtil.getContentLength(head, 0L) <= MAX_DROPPED_BODY;
  }

  private static void checkDecoded(DecoderResult result)
      throws RequestHead.RefusedRequestException {
    if (result.isSuccess()) {
      return;
    }
    throw new RequestHead.RefusedRequestException(
        switch (result.cause()) {
          case TooLongHttpHeaderException _, TooLongHttpLineException _ ->
              Problem.of(
                  Refusal.Reason.HEADERS_TOO_LARGE,
                  HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                  "the head of the request is too large (--max-header-bytes or"
                      + " KRM_FUNCTION_MAX_HEADER_BYTES allows more)");
          default ->
              Problem.of(
                  Refusal.Reason.MALFORMED,
                  HttpResponseStatus.BAD_REQUEST,
                  "not a request of HTTP/1.1: " + result.cause().getMessage());
        });
  }

  private void read(ChannelHandlerContext ctx, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    HttpServerCall open = call;
    if (state == State.DROPPING && last) {
      startNextRequest(ctx);
    } else if (state == State.READING && open != null) {
      try {
        checkDecoded(content.decoderResult());
        open.add(content.content());
        if (last) {
          run(ctx, open);
        }
      } catch (RequestHead.RefusedRequestException e) {
        refuse(ctx, open.head().request(), open.head().accept(), e.problem(), false);
      }
    }
  }

  private void run(ChannelHandlerContext ctx, HttpServerCall whole) {
    state = State.RUNNING;
    timer.stop();
    probeIfHalfClosed(ctx);
    whole.run(
        requestStartedAt,
        (outcome, reply) ->
            ctx.executor().execute(() -> answerOrClose(ctx, whole, outcome, reply)));
  }

  /** An error in a task of an event loop would end nowhere, and the client would wait. */
  private void answerOrClose(
      ChannelHandlerContext ctx, HttpServerCall answeredCall, Outcome outcome, HttpReply reply) {
    try {
      answer(ctx, answeredCall, outcome, reply);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      exceptionCaught(ctx, e);
    }
  }

  private void answer(
      ChannelHandlerContext ctx, HttpServerCall answeredCall, Outcome outcome, HttpReply reply) {
    report(answeredCall.head().request(), outcome, reply, answeredCall.received());
    if (call != answeredCall) {
      return; // nobody waits for it any more
    }
    boolean isLast = isHalfClosed && pipelined.isEmpty();
    boolean keepAlive = answeredCall.head().keepAlive() && !isEnding() && !isLast;
    state = State.SENDING;
    send(
        ctx,
        reply,
        keepAlive,
        () -> {
          if (call == answeredCall) {
            release();
            if (keepAlive) {
              startNextRequest(ctx);
            } else {
              closeLingering(ctx);
            }
          }
        });
  }

  /** Answers before the whole request is here. */
  private void refuse(
      ChannelHandlerContext ctx,
      RequestContext request,
      MediaType accept,
      Problem problem,
      boolean mayDrop) {
    boolean keepAlive = mayDrop && !isEnding();
    HttpReply reply = HttpReply.of(problem, accept, request);
    problem.refusal().ifPresent(reason -> countRefusal(ctx, reason, problem.message()));
    if (call != null || problem.refusal().isEmpty()) {
      report(request, Outcome.of(problem.ending()), reply, call == null ? 0 : call.received());
    }
    state = keepAlive ? State.DROPPING : State.ENDING;
    send(
        ctx,
        reply,
        keepAlive,
        () -> {
          if (!keepAlive) {
            closeLingering(ctx);
          }
        });
    release();
  }

  private void countRefusal(ChannelHandlerContext ctx, Refusal.Reason reason, String detail) {
    var client = ctx.channel().remoteAddress();
    setup.refusals().refused(Refusal.of(HttpDoor.DOOR, reason, detail, client));
  }

  /** Whether this request is the last one of its connection, for the host's sake. */
  private boolean isEnding() {
    return (endsAt != 0 && System.nanoTime() - endsAt > 0)
        || setup.evaluator().refusalWhileDraining().isPresent();
  }

  private void refuseSlowRequest(ChannelHandlerContext ctx) {
    Problem problem =
        Problem.of(HttpResponseStatus.REQUEST_TIMEOUT, setup.limits().tooSlow("request"));
    HttpServerCall open = call;
    if (open == null) {
      refuse(ctx, RequestContext.of("http", "", ""), MediaType.YAML, problem, false);
    } else {
      refuse(ctx, open.head().request(), open.head().accept(), problem, false);
    }
  }

  private void report(RequestContext request, Outcome outcome, HttpReply reply, long received) {
    setup
        .journal()
        .completed(
            new CompletedCall(
                request,
                outcome.function(),
                Integer.toString(reply.status().code()),
                outcome.ending(),
                Duration.ofNanos(System.nanoTime() - requestStartedAt),
                outcome.timing(),
                received,
                reply.body().length,
                CompletedCall.counts(outcome.results())));
  }

  private void send(ChannelHandlerContext ctx, HttpReply reply, boolean keepAlive, Runnable sent) {
    if (!keepAlive) {
      reply.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    } else if (isHttp10) {
      reply.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    }
    hasAnswered = true;
    writer.send(ctx, reply, sent);
  }

  /** The request has its answer, or nobody to give it to. */
  private void release() {
    if (call != null) {
      call.close();
      call = null;
      pending.end();
    }
  }

  /** Gets ready for the next request, whose first bytes may be here already. */
  private void startNextRequest(ChannelHandlerContext ctx) {
    state = State.BETWEEN;
    requestStartedAt = 0;
    timer.closeAfter(ctx, setup.limits().idleTimeout());
    while (!state.isAnswering() && !pipelined.isEmpty()) {
      Object message = pipelined.remove();
      try {
        handle(ctx, message);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
    pipelined.resumeReading(ctx);
    if (isHalfClosed && state.needsInput()) {
      ctx.close();
    }
  }

  /** What comes behind the last answer is dropped. */
  private void closeLingering(ChannelHandlerContext ctx) {
    state = State.ENDING;
    timer.stop();
    if (isHalfClosed) {
      ctx.close();
      return;
    }
    LingeringClose.begin(ctx.channel(), setup.limits().bodyTimeout().plus(LingeringClose.LINGER));
  }

  /** The client closed its side of the connection: a whole request still gets its answer. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == HttpDoor.DoorEvent.CLOSING && hasAnswered && isIdle()) {
      ctx.close();
    } else if (event instanceof ChannelInputShutdownEvent
        || event instanceof SslCloseCompletionEvent) {
      isHalfClosed = true;
      if (state.needsInput()) {
        ctx.close();
      } else if (state == State.RUNNING) {
        probeIfHalfClosed(ctx);
      } // else closes once the answer is sent
    }
    ctx.fireUserEventTriggered(event);
  }

  private boolean isIdle() {
    return state == State.BETWEEN && requestStartedAt == 0;
  }

  private void probeIfHalfClosed(ChannelHandlerContext ctx) {
    if (isHalfClosed && !isHttp10) {
      new DisconnectProbe(timer).begin(ctx);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    timer.stop();
    state = State.ENDING;
    if (call != null) {
      call.cancel();
      release();
    }
    pipelined.release();
    if (client != null) {
      client.close();
    }
    ctx.fireChannelInactive();
  }

  /** A connection that broke is nobody's fault; anything else is ours. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof IOException || cause instanceof DecoderException)) {
      setup.faults().accept(cause);
    }
    if (cause instanceof OutOfMemoryError && state != State.SENDING && state != State.ENDING) {
      LastAnswer.send(ctx);
    } else {
      ctx.close();
    }
  }
}
