package dev.kiln.server.grpc;

import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.runtime.RegisteredFunction;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Says what is served: the services, and each function as {@code function/<name>}. */
final class FunctionHealth {
  /** What stands before the name of a function. */
  static final String FUNCTION = "function/";

  private final HealthStatusManager statuses = new HealthStatusManager();
  private final FunctionRegistry registry;
  private final Set<String> services = new HashSet<>(); // guarded by this
  private Set<String> functions = Set.of(); // guarded by this
  private ServingStatus host = ServingStatus.SERVING; // guarded by this
  private boolean ended; // guarded by this

  FunctionHealth(FunctionRegistry registry) {
    this.registry = registry;
    services.add(HealthStatusManager.SERVICE_NAME_ALL_SERVICES);
  }

  ServerServiceDefinition service() {
    ServerServiceDefinition service = statuses.getHealthService().bindService();
    var methods = new ArrayList<ServerMethodDefinition<?, ?>>(service.getMethods());
    methods.add(HealthList.method(this::list));
    return Services.service(service.getServiceDescriptor(), methods);
  }

  /** All that the caller may see. */
  private synchronized Map<String, ServingStatus> list() {
    PermittedCaller caller = CallerCheck.CALLER.get();
    var all = new TreeMap<String, ServingStatus>();
    services.forEach(name -> all.put(name, ended ? ServingStatus.NOT_SERVING : host));
    functions.stream()
        .filter(name -> caller.mayUse(name.substring(FUNCTION.length())))
        .forEach(name -> all.put(name, ended ? ServingStatus.NOT_SERVING : ServingStatus.SERVING));
    return all;
  }

  /** Serves this one as well. */
  synchronized void addService(String name) {
    services.add(name);
    statuses.setStatus(name, ServingStatus.SERVING);
  }

  /** The host and its services are ready, or not yet. */
  synchronized void setReady(boolean ready) {
    host = ready ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    services.forEach(name -> statuses.setStatus(name, host));
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
  synchronized void end() {
    ended = true;
    statuses.enterTerminalState();
  }
}
