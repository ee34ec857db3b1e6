package dev.kiln.sdk.loading;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.schema.Schema;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a functionConfig against a function's definition.
 *
 * @param config the functionConfig with the schema's defaults filled in
 * @param violations one result for each violation
 */
record ConfigCheck(FunctionConfig config, List<Result> violations) {

  /**
   * Checks a functionConfig. The function itself checks a ConfigMap, and any type that the
   * definition names without a schema.
   *
   * @throws BadInput if the function does not take such a type
   */
  static ConfigCheck of(FunctionDefinition definition, FunctionConfig config) {
    Resource resource = config.resource().orElse(null);
    if (resource == null) {
      return new ConfigCheck(config, List.of());
    }
    String type = definition.requireAcceptedType(resource);
    Optional<Schema> schema = definition.schema(type);
    if (schema.isEmpty()) {
      return new ConfigCheck(config, List.of());
    }
    Node filled = schema.get().fillDefaults(resource.node());
    var violations = new ArrayList<Result>();
    for (Schema.Violation each : schema.get().checkObject(filled)) {
      violations.add(refusal(resource, each));
    }
    return new ConfigCheck(FunctionConfig.of(Resource.of(filled)), violations);
  }

  private static Result refusal(Resource resource, Schema.Violation violation) {
    return Result.error("functionConfig " + violation.message())
        .on(resource)
        .at(violation.path().toString(), violation.at());
  }

  /** The result for a configuration that the function refused. */
  static Result refusal(FunctionConfig config, BadInput e) {
    Result result = Result.error("functionConfig " + e.getMessage());
    Resource resource = config.resource().orElse(null);
    if (resource == null || e.field().isEmpty()) {
      return resource == null ? result : result.on(resource);
    }
    return result.on(resource).at(e.field(), currentValue(resource, e.field()));
  }

  private static @Nullable Node currentValue(Resource resource, String field) {
    try {
      return resource.find(field).orElse(null);
    } catch (IllegalArgumentException _) {
      return null; // a function may describe the place in words that are not a path
    }
  }
}
