package dev.kiln.server.grpc;

import dev.kiln.runtime.PermittedCaller;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.callers.Credentials;
import dev.kiln.server.callers.KnownCaller;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells who makes a call, and refuses calls of unknown callers to services that are not about
 * functions. The health of the host is for everybody, because probes have no token; the health of a
 * function is for those who may use it.
 */
record CallerCheck(Callers callers) implements ServerInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of(Credentials.HEADER, Metadata.ASCII_STRING_MARSHALLER);

  /** Who makes a call about health. */
  static final Context.Key<PermittedCaller> CALLER =
      Context.keyWithDefault("caller", PermittedCaller.UNKNOWN);

  /** The credentials of a call. */
  static Credentials credentials(ServerCall<?, ?> call, Metadata headers) {
    Iterable<String> values = headers.getAll(AUTHORIZATION);
    List<String> authorization = new ArrayList<>();
    if (values != null) {
      values.forEach(authorization::add);
    }
    return Credentials.of(authorization, call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Credentials credentials = credentials(call, headers);
    Optional<KnownCaller> known = callers.identify(credentials);
    String service = call.getMethodDescriptor().getServiceName();
    if (HealthGrpc.SERVICE_NAME.equals(service)) {
      PermittedCaller caller = known.map(KnownCaller::caller).orElse(PermittedCaller.UNKNOWN);
      Context context = Context.current().withValue(CALLER, caller);
      return new HealthListener<>(
          call, caller, Contexts.interceptCall(context, call, headers, next));
    }
    if (known.isEmpty()) {
      call.close(
          Status.UNAUTHENTICATED.withDescription(Callers.refusal(credentials)), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return next.startCall(call, headers);
  }

  /** Hides the health of functions that the caller may not use. */
  private static final class HealthListener<Q>
      extends ForwardingServerCallListener.SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private final PermittedCaller caller;
    private boolean refused; // of the event loop

    HealthListener(ServerCall<Q, ?> call, PermittedCaller caller, ServerCall.Listener<Q> next) {
      super(next);
      this.call = call;
      this.caller = caller;
    }

    @Override
    public void onMessage(Q message) {
      if (message instanceof HealthCheckRequest request && isHidden(request.getService())) {
        refused = true;
        call.close(Status.NOT_FOUND.withDescription("unknown service"), new Metadata());
      } else {
        super.onMessage(message);
      }
    }

    private boolean isHidden(String service) {
      return service.startsWith(FunctionHealth.FUNCTION)
          && !caller.mayUse(service.substring(FunctionHealth.FUNCTION.length()));
    }

    @Override
    public void onHalfClose() {
      if (!refused) {
        super.onHalfClose();
      }
    }
  }
}
