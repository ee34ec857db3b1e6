package dev.kiln.server.grpc;

import dev.kiln.server.admission.Gzip;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Bounds the messages of a service that somebody else wrote; a compressed one is unpacked here. */
final class SmallMessages {
  private SmallMessages() {}

  static ServerServiceDefinition of(ServerServiceDefinition service) {
    return Services.service(
        service.getServiceDescriptor(),
        service.getMethods().stream().map(SmallMessages::of).toList());
  }

  private static <Q, A> ServerMethodDefinition<Q, A> of(ServerMethodDefinition<Q, A> method) {
    MethodDescriptor<Q, A> descriptor = method.getMethodDescriptor();
    return ServerMethodDefinition.create(
        descriptor.toBuilder(
                new Bounded<>(descriptor.getRequestMarshaller()),
                descriptor.getResponseMarshaller())
            .build(),
        method.getServerCallHandler());
  }

  private record Bounded<T>(MethodDescriptor.Marshaller<T> marshaller)
      implements MethodDescriptor.Marshaller<T> {
    @Override
    public T parse(InputStream in) {
      return marshaller.parse(in instanceof KnownLength ? in : unpacked(in));
    }

    private static InputStream unpacked(InputStream in) {
      try (var unpacked = Gzip.unpack(in.readAllBytes(), _ -> {})) {
        byte[] bytes = unpacked.readNBytes(CallTracer.MAX_SMALL_MESSAGE + 1);
        if (bytes.length <= CallTracer.MAX_SMALL_MESSAGE) {
          return new ByteArrayInputStream(bytes);
        }
        throw CallTracer.tooLarge();
      } catch (IOException e) {
        throw Status.INVALID_ARGUMENT
            .withDescription("the request cannot be read: " + e.getMessage())
            .asRuntimeException();
      }
    }

    @Override
    public InputStream stream(T value) {
      return marshaller.stream(value);
    }
  }
}
