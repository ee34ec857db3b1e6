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
  /** What stands before the name of a function. */
  static final String FUNCTION = "function/";

  private final HealthStatusManager statuses = new HealthStatusManager();
  private final FunctionRegistry registry;
  private final Set<String> services = new HashSet<>(); // guarded by this
  private Set<String> functions = Set.of(); // guarded by this

  FunctionHealth(FunctionRegistry registry) {
    this.registry = registry;
    services.add(HealthStatusManager.SERVICE_NAME_ALL_SERVICES);
  }

  BindableService service() {
    return statuses.getHealthService();
  }

  /** Serves this one as well. */
  synchronized void addService(String name) {
    services.add(name);
    statuses.setStatus(name, ServingStatus.SERVING);
  }

  /** The host and its services are ready, or not yet. */
  synchronized void setReady(boolean ready) {
    ServingStatus status = ready ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    services.forEach(name -> statuses.setStatus(name, status));
  }

  /** The functions are others now. */
  synchronized void functionsChanged() {
    var now = new HashSet<String>();
    for (RegisteredFunction function : registry.all()) {
      now.add(FUNCTION + function.name());
    }
    functions.stream().filter(name -> !now.contains(name)).forEach(statuses::clearStatus);
    now.forEach(name -> statuses.setStatus(name, ServingStatus.SERVING));
    functions = now;
  }

  /** Nothing is served any more, whatever is said later. */
  void end() {
    statuses.enterTerminalState();
  }
}
