package dev.kiln.examples;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.server.FunctionServer;
import dev.kiln.yaml.node.Match;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives containers the requests and limits that they do not set themselves.
 *
 * @param requests what a container asks for, by resource: {@code cpu: 100m}
 * @param limits the most that it gets, by resource
 * @param skip names of containers that stay as they are
 */
public record SetResourceDefaults(
    Map<String, String> requests, Map<String, String> limits, List<String> skip)
    implements ItemFunction {

  public SetResourceDefaults {
    BadInput.unless(
        !requests.isEmpty() || !limits.isEmpty(), "requests", "none", "requests, limits or both");
    requireQuantities("requests", requests);
    requireQuantities("limits", limits);
    limits.forEach(
        (resource, limit) -> {
          String request = requests.getOrDefault(resource, "0");
          BadInput.unless(
              !exceeds(request, limit), "limits." + resource, limit, request + " or more");
        });
  }

  private static void requireQuantities(String field, Map<String, String> amounts) {
    amounts.forEach(
        (resource, amount) ->
            BadInput.unless(
                Quantity.find(amount).isPresent(),
                field + "." + resource,
                amount,
                "a quantity such as 100m or 128Mi"));
  }

  private static boolean exceeds(String request, String limit) {
    return Quantity.find(request)
        .flatMap(asked -> Quantity.find(limit).map(most -> asked.compareTo(most) > 0))
        .orElse(false);
  }

  @Override
  public Resource apply(Resource item, Call call) {
    Resource changed = item;
    for (Path container : containers(item)) {
      for (String resource : resources()) {
        changed = withDefaults(changed, container.key("resources"), resource, call);
      }
    }
    return changed;
  }

  /** Of pods, and of what makes pods. */
  private List<Path> containers(Resource item) {
    String pod =
        switch (item.kind()) {
          case "Pod" -> "spec";
          case "CronJob" -> "spec.jobTemplate.spec.template.spec";
          case "DaemonSet", "Deployment", "Job", "ReplicaSet", "StatefulSet" ->
              "spec.template.spec";
          default -> "";
        };
    return Stream.of("initContainers", "containers")
        .filter(list -> !pod.isEmpty())
        .flatMap(list -> item.node().findAll(Path.of(pod).key(list).all()).stream())
        .map(Match::path)
        .filter(container -> !skip.contains(text(item, container.key("name")).orElse("")))
        .toList();
  }

  private List<String> resources() {
    return Stream.of(requests, limits).flatMap(map -> map.keySet().stream()).distinct().toList();
  }

  /** Its own word is a container's law: a default that contradicts it is told, not set. */
  private Resource withDefaults(Resource item, Path resources, String resource, Call call) {
    var request = Amount.of(item, resources.key("requests").key(resource), requests.get(resource));
    var limit = Amount.of(item, resources.key("limits").key(resource), limits.get(resource));
    if (exceeds(request.text(), limit.text())) {
      if (!(request.isOwn() && limit.isOwn())) {
        Amount missing = request.isOwn() ? limit : request;
        Amount own = request.isOwn() ? request : limit;
        call.result(
            Result.warning(
                    "left unset: the default, %s, contradicts the container's own %s"
                        .formatted(missing.text(), own.text()))
                .on(item)
                .at(missing.path().toString(), null, own.text()));
      }
      return item;
    }
    return limit.set(request.set(item, call), call);
  }

  private static Optional<String> text(Resource item, Path path) {
    return item.find(path).filter(Node::isScalar).map(Node::text);
  }

  /** What a container asks for or gets: its own word, else the default, else nothing. */
  private record Amount(Path path, String text, boolean isOwn) {
    static Amount of(Resource item, Path path, String byDefault) {
      Optional<String> own = SetResourceDefaults.text(item, path);
      return new Amount(path, own.orElse(byDefault == null ? "" : byDefault), own.isPresent());
    }

    Resource set(Resource item, Call call) {
      if (isOwn || text.isEmpty()) {
        return item;
      }
      call.info(item, path.toString(), "set to the default, " + text);
      return item.edit(edit -> edit.set(path, text));
    }
  }

  public static void main(String[] args) {
    FunctionServer.main(args, SetResourceDefaults.class);
  }
}
