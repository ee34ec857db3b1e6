package dev.kiln.bench.load.callers;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls {@code Evaluate} over a connection of its own, frame by frame, with a message that was
 * serialized once. The client of a library would use as much processor time as the server.
 */
final class GrpcCaller extends ByteToMessageDecoder implements Caller {
  /** After this many bytes of answers, a window update allows the server to send as many more. */
  private static final int CONSUMED = 64 << 20;

  private final byte[] request;
  private final ByteBuffer expected;
  private @Nullable Channel channel;
  private @Nullable Listener listener;
  private int stream = -1;
  private GrpcMessage answer = new GrpcMessage();
  private int sent; // bytes of the request
  private long connectionWindow = Http2.WINDOW;
  private long firstWindow = Http2.WINDOW;
  private long streamWindow;
  private int consumed;

  private GrpcCaller(byte[] request, ByteBuffer expected) {
    this.request = request;
    this.expected = expected;
  }

  static GrpcCaller connect(EventLoop loop, InetSocketAddress server, Exchange exchange) {
    byte[] message =
        EvaluateRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(exchange.request()))
            .build()
            .toByteArray();
    var caller = new GrpcCaller(GrpcMessage.framed(message), exchange.expected());
    caller.channel = Connection.open(loop, server, caller);
    return caller;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    ByteBuf start = context.alloc().buffer();
    Http2.begin(start);
    context.writeAndFlush(start);
  }

  @Override
  public void send(Listener next) {
    boolean isFirst = stream < 0;
    listener = next;
    answer = new GrpcMessage();
    stream += 2;
    sent = 0;
    streamWindow = firstWindow;
    ByteBuf frames = connection().alloc().buffer();
    Http2.headers(frames, stream, isFirst);
    addData(frames);
    connection().writeAndFlush(frames);
  }

  private Channel connection() {
    if (channel == null) {
      throw new IllegalStateException("not connected");
    }
    return channel;
  }

  /** Adds as much of the request as the flow-control windows allow. */
  private void addData(ByteBuf frames) {
    long room = Math.min(connectionWindow, streamWindow);
    while (sent < request.length && room > 0) {
      int length = (int) Math.min(Math.min(room, request.length - sent), Http2.MOST_OF_A_FRAME);
      boolean last = sent + length == request.length;
      Http2.frame(frames, Http2.DATA, last ? Http2.END_STREAM : 0, stream, length);
      frames.writeBytes(request, sent, length);
      sent += length;
      room -= length;
      connectionWindow -= length;
      streamWindow -= length;
    }
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws IOException {
    if (in.readableBytes() < Http2.FRAME_HEAD) {
      return;
    }
    int length = in.getUnsignedMedium(in.readerIndex());
    if (in.readableBytes() < Http2.FRAME_HEAD + length) {
      return;
    }
    in.skipBytes(3);
    int type = in.readByte();
    int flags = in.readByte();
    int id = in.readInt();
    handleFrame(context, new Frame(type, flags, id), in.readSlice(length));
  }

  private record Frame(int type, int flags, int stream) {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }
  }

  private void handleFrame(ChannelHandlerContext context, Frame frame, ByteBuf content)
      throws IOException {
    switch (frame.type) {
      case Http2.DATA -> handleData(context, frame, content);
      case Http2.SETTINGS -> handleSettings(context, frame, content);
      case Http2.WINDOW_UPDATE -> handleWindowUpdate(context, frame, content.readInt());
      case Http2.PING -> {
        if (!frame.has(Http2.ACK)) {
          reply(context, Http2.PING, content);
        }
      }
      case Http2.RESET, Http2.GO_AWAY -> {
        if (frame.stream == 0 || frame.stream == stream) {
          fail(new EOFException("the server ended the call, or the connection"));
        }
      }
      default -> {
        // headers: only the end of the stream matters
      }
    }
    boolean mayEnd = frame.type == Http2.HEADERS || frame.type == Http2.DATA;
    if (mayEnd && frame.stream == stream && frame.has(Http2.END_STREAM)) {
      finish();
    }
  }

  private void handleData(ChannelHandlerContext context, Frame frame, ByteBuf content) {
    consumed += content.readableBytes();
    if (frame.stream == stream) {
      answer.add(content);
    }
    if (consumed > CONSUMED) {
      ByteBuf update = context.alloc().buffer();
      Http2.frame(update, Http2.WINDOW_UPDATE, 0, 0, Integer.BYTES);
      context.writeAndFlush(update.writeInt(consumed));
      consumed = 0;
    }
  }

  private void handleSettings(ChannelHandlerContext context, Frame frame, ByteBuf content) {
    if (frame.has(Http2.ACK)) {
      return;
    }
    while (content.isReadable()) {
      int name = content.readUnsignedShort();
      long value = content.readUnsignedInt();
      if (name == Http2.INITIAL_WINDOW_SIZE) {
        streamWindow += value - firstWindow;
        firstWindow = value;
      }
    }
    reply(context, Http2.SETTINGS, content);
  }

  private static void reply(ChannelHandlerContext context, int type, ByteBuf content) {
    ByteBuf ack = context.alloc().buffer();
    Http2.frame(ack, type, Http2.ACK, 0, content.readableBytes());
    context.writeAndFlush(ack.writeBytes(content));
  }

  private void handleWindowUpdate(ChannelHandlerContext context, Frame frame, int more) {
    if (frame.stream == 0) {
      connectionWindow += more;
    } else if (frame.stream == stream) {
      streamWindow += more;
    }
    if (stream > 0 && sent < request.length) {
      ByteBuf frames = context.alloc().buffer();
      addData(frames);
      context.writeAndFlush(frames);
    }
  }

  private void finish() {
    if (listener != null) {
      Listener notified = listener;
      listener = null;
      notified.answered(answer.mismatch(expected));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    fail(new EOFException("the server closed the connection"));
    super.channelInactive(context);
  }

  private void fail(Throwable cause) {
    if (listener != null) {
      Listener notified = listener;
      listener = null;
      notified.failed(cause);
    }
  }

  @Override
  public void close() {
    connection().close().syncUninterruptibly();
  }
}
