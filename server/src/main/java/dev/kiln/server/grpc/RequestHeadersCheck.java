package dev.kiln.server.grpc;

import dev.kiln.server.calls.Refusal;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that lack what each request of HTTP/2 must have (RFC 9113, section 8.3.1), which
 * gRPC answers as if they were well formed. Counts requests that are no calls of a method.
 */
final class RequestHeadersCheck extends Http2FrameListenerDecorator {
  private static final String CONTENT_TYPE = "application/grpc";

  private final Http2Connection connection;
  private final Http2Connection.PropertyKey hasBegun;
  private final Set<String> methods;
  private final BiConsumer<Refusal.Reason, String> refused;

  RequestHeadersCheck(
      Http2FrameListener next,
      Http2Connection connection,
      Set<String> methods,
      BiConsumer<Refusal.Reason, String> refused) {
    super(next);
    this.connection = connection;
    this.hasBegun = connection.newKey();
    this.methods = methods;
    this.refused = refused;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    check(streamId, headers);
    super.onHeadersRead(
        ctx, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    check(streamId, headers);
    super.onHeadersRead(ctx, streamId, headers, padding, endOfStream);
  }

  private void check(int streamId, Http2Headers headers) throws Http2Exception {
    Http2Stream stream = connection.stream(streamId);
    if (stream != null && stream.setProperty(hasBegun, true) != null) {
      return; // trailers: they end a message, and have nothing of a request
    }
    requirePresent(streamId, ":method", headers.method());
    requirePresent(streamId, ":scheme", headers.scheme());
    requirePresent(streamId, ":path", headers.path());
    countIfNoCall(headers);
  }

  private static void requirePresent(int streamId, String name, @Nullable CharSequence value)
      throws Http2Exception {
    if (value == null || value.isEmpty()) {
      throw Http2Exception.streamError(
          streamId, Http2Error.PROTOCOL_ERROR, "the request has no %s", name);
    }
  }

  /** In the order in which gRPC looks at them. */
  private void countIfNoCall(Http2Headers headers) {
    CharSequence path = headers.path();
    CharSequence type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    if (type == null || !type.toString().startsWith(CONTENT_TYPE)) {
      refused.accept(Refusal.Reason.WRONG_CONTENT_TYPE, "content-type " + type);
    } else if (!HttpMethod.POST.asciiName().contentEquals(headers.method())) {
      refused.accept(Refusal.Reason.WRONG_METHOD, headers.method() + " " + path);
    } else if (path.charAt(0) != '/' || !methods.contains(path.toString().substring(1))) {
      refused.accept(Refusal.Reason.WRONG_PATH, "no method " + path);
    }
  }
}
