package dev.kiln.server.grpc;

import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.RegisteredFunction;
import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.util.HashSet;
import java.util.Set;

/** Says what is served: the services, and each function as {@code function/<name>}. */
final class FunctionHealth {
  private final HealthStatusManager statuses = new HealthStatusManager();
  private final FunctionRegistry registry;
  private Set<String> functions = Set.of(); // guarded by this

  FunctionHealth(FunctionRegistry registry) {
    this.registry = registry;
  }

  BindableService service() {
    return statuses.getHealthService();
  }

  void markServing(String service) {
    statuses.setStatus(service, ServingStatus.SERVING);
  }

  /** The functions are others now. */
  synchronized void functionsChanged() {
    var now = new HashSet<String>();
    for (RegisteredFunction function : registry.all()) {
      now.add("function/" + function.name());
    }
    functions.stream().filter(name -> !now.contains(name)).forEach(statuses::clearStatus);
    now.forEach(this::markServing);
    functions = now;
  }

  /** Nothing is served any more, whatever is said later. */
  void end() {
    statuses.enterTerminalState();
  }
}
