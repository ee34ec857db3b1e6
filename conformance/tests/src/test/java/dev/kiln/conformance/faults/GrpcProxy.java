package dev.kiln.conformance.faults;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A good host that is broken in one way over gRPC: what stands before it changes one thing. */
final class GrpcProxy implements AutoCloseable {
  private static final int METADATA = 64 << 10;

  /**
   * Where the limit of a call is kept from the library, which would hold it in the host's place.
   */
  private static final Metadata.Key<String> KEPT =
      Metadata.Key.of("kept-timeout", Metadata.ASCII_STRING_MARSHALLER);

  private final GrpcFault fault;
  private final ManagedChannel host;
  private final Server door;

  private GrpcProxy(InetSocketAddress address, InetSocketAddress host, GrpcFault fault)
      throws IOException {
    this.fault = fault;
    this.host =
        NettyChannelBuilder.forAddress(host)
            .usePlaintext()
            .directExecutor()
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .maxInboundMetadataSize(METADATA)
            .build();
    this.door =
        NettyServerBuilder.forAddress(address)
            .fallbackHandlerRegistry(new AnyMethodRegistry())
            .directExecutor()
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .maxInboundMetadataSize(METADATA)
            .addStreamTracerFactory(new TimeoutRemover())
            .build()
            .start();
  }

  /** Opens one at an address, before that of a good host. */
  static GrpcProxy open(InetSocketAddress address, InetSocketAddress host, GrpcFault fault) {
    try {
      return new GrpcProxy(address, host, fault);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the command takes it. */
  String target() {
    return "grpc://127.0.0.1:" + door.getPort();
  }

  @Override
  public void close() {
    door.shutdownNow();
    host.shutdownNow();
  }

  /** Whatever method is called is the host's. */
  private final class AnyMethodRegistry extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
      MethodDescriptor<ByteString, ByteString> method =
          MethodDescriptor.<ByteString, ByteString>newBuilder()
              .setFullMethodName(name)
              .setType(MethodType.UNKNOWN)
              .setRequestMarshaller(new BytesMarshaller())
              .setResponseMarshaller(new BytesMarshaller())
              .build();
      return ServerMethodDefinition.create(
          method, (call, headers) -> new ProxiedCall(call, limited(headers)).begin());
    }
  }

  private static Metadata limited(Metadata headers) {
    move(headers, KEPT, GrpcCall.TIMEOUT);
    return headers;
  }

  private static void move(Metadata headers, Metadata.Key<String> from, Metadata.Key<String> to) {
    String value = headers.get(from);
    if (value != null) {
      headers.discardAll(from);
      headers.put(to, value);
    }
  }

  /** Sees headers before the library looks for a limit in them. */
  private static final class TimeoutRemover extends ServerStreamTracer.Factory {
    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
      move(headers, GrpcCall.TIMEOUT, KEPT);
      return new ServerStreamTracer() {};
    }
  }

  /** A message as it is on the wire. */
  private static final class BytesMarshaller implements MethodDescriptor.Marshaller<ByteString> {
    @Override
    public InputStream stream(ByteString message) {
      return message.newInput();
    }

    @Override
    public ByteString parse(InputStream in) {
      try {
        return ByteString.readFrom(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A call between client and host. */
  private final class ProxiedCall extends ServerCall.Listener<ByteString> {
    private final ServerCall<ByteString, ByteString> client;
    private final Metadata headers;
    private @Nullable ClientCall<ByteString, ByteString> upstream;
    private boolean isBroken;
    private boolean isOver;

    ProxiedCall(ServerCall<ByteString, ByteString> client, Metadata headers) {
      this.client = client;
      this.headers = headers;
    }

    ProxiedCall begin() {
      client.request(Integer.MAX_VALUE);
      return this;
    }

    @Override
    public void onMessage(ByteString message) {
      if (upstream == null) {
        String method = client.getMethodDescriptor().getFullMethodName();
        isBroken = fault.when().test(new GrpcCall(method, headers, message));
        upstream = call();
      }
      upstream.sendMessage(isBroken ? fault.asks().apply(message) : message);
    }

    /** A call that ends with the client's, or goes on without it. */
    private ClientCall<ByteString, ByteString> call() {
      boolean isAlone = isBroken && !fault.forwardsCancel();
      Context context = isAlone ? Context.ROOT : Context.current();
      Context before = context.attach();
      try {
        ClientCall<ByteString, ByteString> call =
            host.newCall(client.getMethodDescriptor(), CallOptions.DEFAULT);
        var copy = new Metadata();
        copy.merge(headers);
        if (isAlone) {
          copy.discardAll(GrpcCall.TIMEOUT);
        }
        call.start(new UpstreamListener(), copy);
        call.request(Integer.MAX_VALUE);
        return call;
      } finally {
        context.detach(before);
      }
    }

    @Override
    public void onHalfClose() {
      if (upstream != null) {
        upstream.halfClose();
      }
      if (isBroken && !fault.forwardsCancel() && headers.containsKey(GrpcCall.TIMEOUT)) {
        end(Status.DEADLINE_EXCEEDED, new Metadata());
      }
    }

    /** Once, as the host and what is broken may both end it. */
    private synchronized void end(Status status, Metadata trailers) {
      if (!isOver && !client.isCancelled()) {
        isOver = true;
        client.close(status, trailers);
      }
    }

    /** What the host says. */
    private final class UpstreamListener extends ClientCall.Listener<ByteString> {
      private boolean hasHeaders;

      @Override
      public void onHeaders(Metadata headers) {
        client.sendHeaders(headers);
        hasHeaders = true;
      }

      @Override
      public void onMessage(ByteString message) {
        (isBroken ? fault.answers().apply(message) : List.of(message)).forEach(client::sendMessage);
        if (isBroken && fault.end().isEarly()) {
          end(Status.OK, new Metadata());
        }
      }

      @Override
      public void onClose(Status status, Metadata trailers) {
        Status ending = isBroken ? fault.end().status().apply(status) : status;
        if (ending.isOk() && !hasHeaders) {
          client.sendHeaders(new Metadata());
        }
        end(ending, isBroken ? fault.end().trailers().apply(trailers) : trailers);
      }
    }
  }
}
