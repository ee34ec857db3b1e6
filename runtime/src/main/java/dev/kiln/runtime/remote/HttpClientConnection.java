package dev.kiln.runtime.remote;

import dev.kiln.net.FailureText;
import dev.kiln.runtime.remote.HttpClientExchange.End;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** One connection, which carries one exchange at a time. Only its event loop uses the fields. */
final class HttpClientConnection extends ChannelInboundHandlerAdapter {
  /** How many bytes are written at once, because Netty copies each piece for the system. */
  private static final int CHUNK_SIZE = 256 << 10;

  private static final int FIRST_BUFFER_SIZE = 8 << 10;

  private final Channel channel;
  private final HttpConnectionPool pool;
  private final long maxBytes;
  private @Nullable HttpClientExchange exchange;
  private int writtenBytes; // the bytes of the request's body written so far
  private boolean isRequestWritten; // the whole request
  private boolean isAccepted; // whether the server accepted the connection
  private @Nullable HttpResponse head;
  private byte[] body = {};
  private int length; // the bytes used in body
  private @Nullable Throwable fault;

  HttpClientConnection(Channel channel, HttpConnectionPool pool, long maxBytes) {
    this.channel = channel;
    this.pool = pool;
    this.maxBytes = maxBytes;
  }

  /** Begins an exchange, once the previous one has ended. Any thread may call this. */
  void send(HttpClientExchange next) {
    channel.eventLoop().execute(() -> begin(next));
  }

  /**
   * Closes the connection if this exchange is not over. Any thread may call this after {@link
   * #send}.
   */
  void abandon(HttpClientExchange abandoned) {
    channel.eventLoop().execute(() -> closeIfCurrent(abandoned));
  }

  @SuppressWarnings("ReferenceEquality") // identity is meant
  private void closeIfCurrent(HttpClientExchange abandoned) {
    if (exchange == abandoned) {
      channel.close();
    }
  }

  /** Closes the connection. Any thread may call this. */
  void close() {
    channel.close();
  }

  boolean isOpen() {
    return channel.isActive();
  }

  private void begin(HttpClientExchange next) {
    exchange = next;
    writtenBytes = 0;
    isRequestWritten = false;
    head = null;
    if (!channel.isActive()) {
      endAsLost();
      return;
    }
    channel.write(next.head());
    writeBody();
  }

  /** Writes as much of the request as the connection accepts now. */
  private void writeBody() {
    HttpClientExchange current = exchange;
    while (current != null && writtenBytes < current.body().length && channel.isWritable()) {
      int size = Math.min(CHUNK_SIZE, current.body().length - writtenBytes);
      ByteBuf piece = Unpooled.wrappedBuffer(current.body(), writtenBytes, size);
      writtenBytes += size;
      if (writtenBytes == current.body().length) {
        channel
            .writeAndFlush(new DefaultLastHttpContent(piece))
            .addListener((ChannelFuture end) -> isRequestWritten |= end.isSuccess());
      } else {
        channel.writeAndFlush(new DefaultHttpContent(piece));
      }
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    writeBody();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      HttpObject part = (HttpObject) message;
      if (exchange == null || part.decoderResult().isFailure()) {
        fault = part.decoderResult().cause(); // null if there was no request
        channel.close();
        return;
      }
      read(part);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void read(HttpObject part) {
    isAccepted = true;
    if (part instanceof HttpResponse response) {
      begin(response);
    }
    if (head != null && part instanceof HttpContent content && add(content.content())) {
      if (part instanceof LastHttpContent) {
        completeAnswer(head);
      }
    }
  }

  private void begin(HttpResponse response) {
    if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
      return; // the answer has yet to come
    }
    long announced = HttpUtil.getContentLength(response, 0L);
    if (announced > maxBytes) {
      rejectTooLarge();
      return;
    }
    head = response;
    body = new byte[Math.toIntExact(announced)];
    length = 0;
  }

  private boolean add(ByteBuf bytes) {
    int more = bytes.readableBytes();
    if ((long) length + more > maxBytes) {
      rejectTooLarge();
      return false;
    }
    if (length + more > body.length) {
      body =
          Arrays.copyOf(
              body, (int) Math.min(maxBytes, Math.max(FIRST_BUFFER_SIZE, 2L * (length + more))));
    }
    bytes.readBytes(body, length, more);
    length += more;
    return true;
  }

  private void rejectTooLarge() {
    end(new End.TooLarge());
    channel.close();
  }

  private void completeAnswer(HttpResponse response) {
    var answer =
        new BufferedResponse(
            response.status(),
            response.headers(),
            length == body.length ? body : Arrays.copyOf(body, length));
    HttpClientExchange current = exchange;
    exchange = null;
    head = null;
    body = new byte[0];
    if (isRequestWritten && HttpUtil.isKeepAlive(response)) {
      pool.put(this, response.headers()); // first: once answered, the caller may call again
    } else {
      channel.close();
    }
    if (current != null) {
      current.end(new End.Answer(answer));
    }
  }

  private void end(End how) {
    HttpClientExchange current = exchange;
    exchange = null;
    if (current != null) {
      current.end(how);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fault = fault == null ? cause : fault;
    channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    pool.remove(this);
    endAsLost();
  }

  private void endAsLost() {
    boolean refused = !isAccepted && fault != null && isHandshakeFailure(fault);
    String why = fault == null ? "the connection was closed" : FailureText.ofCause(fault);
    end(new End.Lost(isRequestWritten && !refused, why));
  }

  /**
   * Whether this is a failed handshake. A server may refuse our certificate after the handshake
   * seemed complete.
   */
  private static boolean isHandshakeFailure(Throwable failure) {
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (one instanceof SSLHandshakeException) {
        return true;
      }
    }
    return false;
  }
}
