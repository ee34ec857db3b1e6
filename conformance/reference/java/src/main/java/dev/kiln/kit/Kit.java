package dev.kiln.kit;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.server.FunctionServer;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Does what it is told, so that whoever calls it can be asked for all that a function may do. */
public record Kit(Spec spec) implements KrmFunction {
  private static final String EDITED = "conformance.kiln.dev/edited";
  private static final String VALUE = "value";
  private static final String NAME = "name";

  /** What to do; each action needs some of the other fields. */
  public record Spec(
      Action action,
      Optional<String> value,
      Optional<String> annotation,
      Optional<String> name,
      Optional<List<Node>> results,
      Optional<String> message,
      Optional<Integer> seconds,
      Optional<String> until,
      Optional<Integer> bytes,
      Optional<String> log) {}

  /** All that there is to do. */
  public enum Action {
    ECHO,
    EDIT,
    ADD,
    DELETE,
    RESULTS,
    FAIL,
    THROW,
    SLEEP,
    BIG
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    spec.log().ifPresent(call.log()::println);
    return switch (spec.action()) {
      case ECHO -> in;
      case EDIT -> edit(in, needed(VALUE, spec.value()));
      case ADD -> with(in, needed(NAME, spec.name()), needed(VALUE, spec.value()));
      case DELETE -> without(in, needed(NAME, spec.name()));
      case RESULTS -> in.addResults(results(needed("results", spec.results())));
      case FAIL -> in.addResults(List.of(Result.error(needed("message", spec.message()))));
      case THROW -> throw new IllegalStateException(needed("message", spec.message()));
      case SLEEP -> sleep(in, Duration.ofSeconds(needed("seconds", spec.seconds())), call);
      case BIG -> with(in, "big", "x".repeat(needed("bytes", spec.bytes())));
    };
  }

  private static <T> T needed(String field, Optional<T> given) {
    return given.orElseThrow(
        () -> new BadInput("spec." + field, "missing", "a value, for this action"));
  }

  private ResourceList edit(ResourceList in, String value) {
    String annotation = spec.annotation().orElse(EDITED);
    return in.mapItems(item -> item.withAnnotation(annotation, value));
  }

  private static ResourceList without(ResourceList in, String name) {
    return in.filterItems(item -> !item.name().equals(name));
  }

  private static ResourceList with(ResourceList in, String name, String value) {
    return in.items().stream().anyMatch(item -> isConfigMap(item, name))
        ? in
        : in.add(configMap(name, value));
  }

  private static boolean isConfigMap(Resource item, String name) {
    return item.apiVersion().equals("v1")
        && item.kind().equals("ConfigMap")
        && item.name().equals(name);
  }

  private static Resource configMap(String name, String value) {
    return Resource.parse("apiVersion: v1\nkind: ConfigMap\n")
        .withName(name)
        .edit(e -> e.set("data.value", value));
  }

  /** As a list would have them that had come with them. */
  private static List<Result> results(List<Node> given) {
    Node list = Yaml.of(Map.of("kind", "ResourceList", "items", List.of(), "results", given));
    return ResourceList.parse(list).results();
  }

  private ResourceList sleep(ResourceList in, Duration longest, Call call) {
    if (spec.until().isEmpty()) {
      KitSleep.during(longest);
    } else {
      KitSleep.until(spec.until().get(), longest)
          .ifPresent(problem -> call.error("spec.until: " + problem));
    }
    return in;
  }

  public static void main(String[] args) {
    FunctionServer.main(args, Kit.class);
  }
}
