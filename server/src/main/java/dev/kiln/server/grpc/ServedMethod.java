package dev.kiln.server.grpc;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.callers.Credentials;
import dev.kiln.server.callers.KnownCaller;
import dev.kiln.server.calls.RequestContext;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import java.util.Optional;

/**
 * A method of a service, as the door offers it.
 *
 * @param door the name of the door in the journal
 */
record ServedMethod<M, A extends MessageLite>(
    String door, IncomingMessageMarshaller<M> marshaller, MethodHandler<M, A> method) {
  /** The header that carries the id, there and back. */
  static final Metadata.Key<String> ID =
      Metadata.Key.of(RequestContext.ID, Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> TRACEPARENT =
      Metadata.Key.of(RequestContext.TRACEPARENT, Metadata.ASCII_STRING_MARSHALLER);

  /**
   * One whose message has a list.
   *
   * @param listField the number of its field, 0 if there is none
   */
  static <M extends Message, A extends MessageLite> ServedMethod<M, A> of(
      String door, Parser<M> parser, int listField, MethodHandler<M, A> method) {
    return new ServedMethod<>(
        door,
        new IncomingMessageMarshaller<>(DiscardUnknownFieldsParser.wrap(parser), listField),
        method);
  }

  ServerMethodDefinition<IncomingMessage<M>, A> bound(
      MethodDescriptor<M, A> descriptor, OpenCalls calls) {
    return ServerMethodDefinition.create(
        descriptor.toBuilder(marshaller, descriptor.getResponseMarshaller()).build(),
        handler(calls));
  }

  private ServerCallHandler<IncomingMessage<M>, A> handler(OpenCalls calls) {
    return (call, headers) -> {
      Credentials credentials = CallerCheck.credentials(call, headers);
      Optional<PermittedCaller> caller =
          calls.callers().identify(credentials).map(KnownCaller::caller);
      String name = caller.map(PermittedCaller::name).orElse(Callers.UNKNOWN);
      var exchange =
          new GrpcServerCall<>(
              calls,
              this,
              call,
              request(headers).withCaller(name),
              caller.orElse(PermittedCaller.UNKNOWN));
      if (caller.isPresent()) {
        exchange.begin();
      } else {
        exchange.refuseCaller(Callers.refusal(credentials));
      }
      return exchange;
    };
  }

  private RequestContext request(Metadata headers) {
    return RequestContext.of(door, text(headers, ID), text(headers, TRACEPARENT));
  }

  private static String text(Metadata headers, Metadata.Key<String> name) {
    String value = headers.get(name);
    return value == null ? "" : value;
  }
}
