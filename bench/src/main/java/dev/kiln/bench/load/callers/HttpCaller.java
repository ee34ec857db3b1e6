package dev.kiln.bench.load.callers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.io.EOFException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Posts a list over a connection of its own. The request is serialized once. */
final class HttpCaller extends ChannelInboundHandlerAdapter implements Caller {
  private final ByteBuf request;
  private final HttpAnswer answer;
  private @Nullable Channel channel;
  private @Nullable Listener listener;

  private HttpCaller(ByteBuf request, ByteBuffer expected) {
    this.request = request;
    this.answer = new HttpAnswer(expected);
  }

  static HttpCaller connect(EventLoop loop, InetSocketAddress server, Exchange exchange) {
    var caller = new HttpCaller(request(server, exchange.request()), exchange.expected());
    caller.channel = Connection.open(loop, server, caller);
    return caller;
  }

  private static ByteBuf request(InetSocketAddress server, ByteBuffer body) {
    String head =
        """
        POST / HTTP/1.1\r
        Host: %s:%d\r
        Content-Type: text/yaml\r
        Content-Length: %d\r
        \r
        """
            .formatted(server.getHostString(), server.getPort(), body.remaining());
    return Unpooled.directBuffer(head.length() + body.remaining())
        .writeBytes(head.getBytes(US_ASCII))
        .writeBytes(body);
  }

  @Override
  public void send(Listener next) {
    listener = next;
    answer.begin();
    connection()
        .writeAndFlush(request.retainedDuplicate())
        .addListener(
            (ChannelFutureListener)
                sent -> {
                  if (!sent.isSuccess()) {
                    fail(sent.cause());
                  }
                });
  }

  private Channel connection() {
    if (channel == null) {
      throw new IllegalStateException("not connected");
    }
    return channel;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var bytes = (ByteBuf) message;
    try {
      if (answer.receive(bytes.nioBuffer()) && listener != null) {
        Listener notified = listener;
        listener = null;
        notified.answered(answer.mismatch());
      }
    } finally {
      bytes.release();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail(new EOFException("the server closed the connection"));
  }

  private void fail(Throwable cause) {
    if (listener != null) {
      listener.failed(cause);
      listener = null;
    }
  }

  @Override
  public void close() {
    connection().close().syncUninterruptibly();
    request.release();
  }
}
