package dev.kiln.server.grpc;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.kiln.server.calls.Request;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;

/**
 * A method of a service, as the door offers it.
 *
 * @param door the name of the door in the journal
 */
record Endpoint<M, A extends MessageLite>(
    String door, ArrivedMarshaller<M> marshaller, Method<M, A> method) {
  /** The header that carries the id, there and back. */
  static final Metadata.Key<String> ID =
      Metadata.Key.of(Request.ID, Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> TRACEPARENT =
      Metadata.Key.of(Request.TRACEPARENT, Metadata.ASCII_STRING_MARSHALLER);

  /**
   * One whose message has a list.
   *
   * @param listField the number of its field, 0 if there is none
   */
  static <M extends Message, A extends MessageLite> Endpoint<M, A> of(
      String door, Parser<M> parser, int listField, Method<M, A> method) {
    return new Endpoint<>(
        door, new ArrivedMarshaller<>(DiscardUnknownFieldsParser.wrap(parser), listField), method);
  }

  ServerMethodDefinition<Arrived<M>, A> bound(MethodDescriptor<M, A> descriptor, Calls calls) {
    return ServerMethodDefinition.create(
        descriptor.toBuilder(marshaller, descriptor.getResponseMarshaller()).build(),
        handler(calls));
  }

  private ServerCallHandler<Arrived<M>, A> handler(Calls calls) {
    return (call, headers) -> {
      var exchange = new Exchange<>(calls, this, call, request(headers));
      exchange.begin();
      return exchange;
    };
  }

  private Request request(Metadata headers) {
    return Request.of(door, text(headers, ID), text(headers, TRACEPARENT));
  }

  private static String text(Metadata headers, Metadata.Key<String> name) {
    String value = headers.get(name);
    return value == null ? "" : value;
  }
}
