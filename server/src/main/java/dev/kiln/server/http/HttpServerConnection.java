package dev.kiln.server.http;

import dev.kiln.runtime.Outcome;
import dev.kiln.server.admission.Admission;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.PendingCalls;
import dev.kiln.server.calls.RequestContext;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
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
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection: takes requests one after the other, in the order in which they came. While one is
 * answered, what comes behind it waits, and once there is much of it, in the socket. All of it
 * happens on the connection's event loop.
 */
final class HttpServerConnection extends ChannelInboundHandlerAdapter {
  /** A refused body of up to this size is read and dropped, so that the connection lives on. */
  private static final long DROPPED = 1 << 20;

  private final HttpDoor.Setup setup;
  private final Admission admission;
  private final PendingCalls pending;
  private final ConnectionTimer wait = new ConnectionTimer();
  private final ResponseWriter sending;
  private final PipelinedInput early = new PipelinedInput();
  private State state = State.BETWEEN;
  private @Nullable HttpServerCall exchange; // while it is read and answered
  private long since; // the first byte of the request; 0 between requests
  private boolean old; // HTTP/1.0, which must be told that a connection lives on

  HttpServerConnection(HttpDoor.Setup setup, Admission admission, PendingCalls pending) {
    this.setup = setup;
    this.admission = admission;
    this.pending = pending;
    this.sending = new ResponseWriter(pending, wait, setup.limits().idle());
  }

  private enum State {
    /** No request has come, or only a part of its head. */
    BETWEEN,
    /** The body is coming. */
    READING,
    /** The body of a request that is answered already is coming. */
    DROPPING,
    /** The function runs, or the answer is being sent. */
    ANSWERING,
    /** The connection is about to be closed. */
    ENDING
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    wait.closeAfter(ctx, setup.limits().idle());
    ctx.fireChannelActive();
  }

  /**
   * The first byte of a request, or another one.
   *
   * @param ctx of any handler; to answer through it would go past those behind it
   */
  void bytesCame(ChannelHandlerContext ctx) {
    if (state == State.BETWEEN && since == 0) {
      since = System.nanoTime();
      wait.runAfter(ctx, setup.limits().slowBody(), () -> tooSlow(ctx.pipeline().context(this)));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (state == State.ANSWERING) {
      early.add(ctx, message);
      return;
    }
    try {
      take(ctx, message);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void take(ChannelHandlerContext ctx, Object message) {
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
    bytesCame(ctx); // they may have come with those of the request before
    state = State.READING;
    old = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    RequestContext request = RequestHead.request(head.headers());
    try {
      checkDecoded(head.decoderResult());
      RequestHead ask = RequestHead.of(head, request);
      exchange = HttpServerCall.open(setup.evaluator(), admission, ask);
      pending.begin();
      if (ask.expectsContinue()) {
        ctx.writeAndFlush(goOn());
      }
    } catch (RequestHead.Refused e) {
      boolean mayDrop = head.decoderResult().isSuccess() && isShort(head);
      refuse(ctx, request, RequestHead.accept(head.headers()), e.problem(), mayDrop);
    }
  }

  private static FullHttpResponse goOn() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
  }

  /** Whether what is left of a refused request is worth reading, for the connection's sake. */
  private static boolean isShort(HttpRequest head) {
    return HttpUtil.isKeepAlive(head)
        && !HttpUtil.is100ContinueExpected(head)
        && !HttpUtil.isTransferEncodingChunked(head)
        && HttpUtil.getContentLength(head, 0L) <= DROPPED;
  }

  private static void checkDecoded(DecoderResult result) throws RequestHead.Refused {
    if (result.isSuccess()) {
      return;
    }
    throw new RequestHead.Refused(
        switch (result.cause()) {
          case TooLongHttpHeaderException _, TooLongHttpLineException _ ->
              Problem.of(
                  HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                  "the head of the request is too large (--max-header-bytes or"
                      + " KRM_FUNCTION_MAX_HEADER_BYTES allows more)");
          default ->
              Problem.of(
                  HttpResponseStatus.BAD_REQUEST,
                  "not a request of HTTP/1.1: " + result.cause().getMessage());
        });
  }

  private void read(ChannelHandlerContext ctx, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    HttpServerCall open = exchange;
    if (state == State.DROPPING && last) {
      between(ctx);
    } else if (state == State.READING && open != null) {
      try {
        checkDecoded(content.decoderResult());
        open.add(content.content());
        if (last) {
          run(ctx, open);
        }
      } catch (RequestHead.Refused e) {
        refuse(ctx, open.head().request(), open.head().accept(), e.problem(), false);
      }
    }
  }

  private void run(ChannelHandlerContext ctx, HttpServerCall whole) {
    state = State.ANSWERING;
    wait.stop();
    whole.run((outcome, reply) -> ctx.executor().execute(() -> answer(ctx, whole, outcome, reply)));
  }

  private void answer(
      ChannelHandlerContext ctx, HttpServerCall whole, Outcome outcome, HttpReply reply) {
    tell(whole.head().request(), outcome, reply, whole.received());
    if (exchange != whole) {
      return; // nobody waits for it any more
    }
    boolean keepAlive = whole.head().keepAlive() && !isEnding();
    send(
        ctx,
        reply,
        keepAlive,
        () -> {
          if (exchange == whole) {
            release();
            if (keepAlive) {
              between(ctx);
            } else {
              end(ctx);
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
    tell(request, Outcome.of(problem.ending()), reply, exchange == null ? 0 : exchange.received());
    state = keepAlive ? State.DROPPING : State.ENDING;
    send(
        ctx,
        reply,
        keepAlive,
        () -> {
          if (!keepAlive) {
            end(ctx);
          }
        });
    release();
  }

  private boolean isEnding() {
    return setup.evaluator().refusalWhileDraining().isPresent();
  }

  private void tooSlow(ChannelHandlerContext ctx) {
    Problem problem =
        Problem.of(HttpResponseStatus.REQUEST_TIMEOUT, setup.limits().tooSlow("request"));
    HttpServerCall open = exchange;
    if (open == null) {
      refuse(ctx, RequestContext.of("http", "", ""), MediaType.YAML, problem, false);
    } else {
      refuse(ctx, open.head().request(), open.head().accept(), problem, false);
    }
  }

  private void tell(RequestContext request, Outcome outcome, HttpReply reply, long received) {
    setup
        .journal()
        .completed(
            new CompletedCall(
                request,
                outcome.function(),
                Integer.toString(reply.status().code()),
                outcome.ending(),
                Duration.ofNanos(System.nanoTime() - since),
                outcome.timing(),
                received,
                reply.body().length,
                CompletedCall.counts(outcome.results())));
  }

  private void send(ChannelHandlerContext ctx, HttpReply reply, boolean keepAlive, Runnable sent) {
    if (!keepAlive) {
      reply.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    } else if (old) {
      reply.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    }
    sending.send(ctx, reply, sent);
  }

  /** The request has its answer, or nobody to give it to. */
  private void release() {
    if (exchange != null) {
      exchange.close();
      exchange = null;
      pending.end();
    }
  }

  /** Ready for the next request, of which some may be here already. */
  private void between(ChannelHandlerContext ctx) {
    state = State.BETWEEN;
    since = 0;
    wait.closeAfter(ctx, setup.limits().idle());
    while (state != State.ANSWERING && !early.isEmpty()) {
      Object message = early.remove();
      try {
        take(ctx, message);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
    early.readOn(ctx);
  }

  /** What comes behind the last answer is dropped. */
  private void end(ChannelHandlerContext ctx) {
    state = State.ENDING;
    wait.stop();
    LingeringClose.begin(ctx.channel(), setup.limits().slowBody().plus(LingeringClose.LINGER));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    wait.stop();
    state = State.ENDING;
    if (exchange != null) {
      exchange.abandon();
      release();
    }
    early.release();
    ctx.fireChannelInactive();
  }

  /** A connection that broke is nobody's fault; anything else is ours. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof IOException || cause instanceof DecoderException)) {
      setup.faults().accept(cause);
    }
    ctx.close();
  }
}
