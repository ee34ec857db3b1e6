package dev.kiln.functions.setnamespace;

import dev.kiln.functions.conventions.IdentityCollisions;
import dev.kiln.functions.conventions.KubernetesNames;
import dev.kiln.functions.conventions.LocalConfig;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves items to a namespace, with the references to namespaces inside them.
 *
 * @param namespace where to
 * @param namespaceMatcher the namespace whose items move, now or where they came from; without it
 *     all do
 */
public record SetNamespace(String namespace, @Nullable String namespaceMatcher)
    implements KrmFunction {
  private static final String PACKAGE_CONTEXT = "kptfile.kpt.dev";

  /** Refuses an empty name; an empty matcher is none. */
  public SetNamespace {
    BadInput.unless(!namespace.isEmpty(), "namespace", null, "the name of a namespace");
    namespaceMatcher = nonEmpty(namespaceMatcher).orElse(null);
  }

  /** The function for one call. */
  public static SetNamespace of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput("", "missing", "a ConfigMap or a SetNamespace with a namespace");
    }
    return isPackageContext(config) ? ofPackageContext(config) : config.bind(SetNamespace.class);
  }

  /**
   * The package's own name is the namespace, and whatever else stands there is not for this
   * function.
   */
  private static SetNamespace ofPackageContext(FunctionConfig config) {
    Optional<String> name =
        nonEmpty(config.data().get("namespace")).or(() -> nonEmpty(config.data().get("name")));
    BadInput.unless(name.isPresent(), "data.name", null, "the name of a namespace");
    return new SetNamespace(name.orElseThrow(), config.data().get("namespaceMatcher"));
  }

  private static boolean isPackageContext(FunctionConfig config) {
    return config.isConfigMap()
        && config.resource().map(Resource::name).orElse("").equals(PACKAGE_CONTEXT);
  }

  private static Optional<String> nonEmpty(@Nullable String text) {
    return Optional.ofNullable(text).filter(value -> !value.isEmpty());
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    List<Resource> items =
        in.items().stream().filter(item -> !LocalConfig.isLocalConfig(item)).toList();
    if (!UpstreamOrigins.check(items, namespaceMatcher == null, call)) {
      return in;
    }
    var plan = MovePlan.of(items, this);
    ResourceList out =
        in.mapItems(item -> LocalConfig.isLocalConfig(item) ? item : plan.move(item));
    if (IdentityCollisions.report(in.items(), out.items(), "metadata.namespace", call)) {
      return in;
    }
    MoveReport.of(plan, call).write(items);
    return out;
  }

  boolean isValid() {
    return KubernetesNames.isDnsLabel(namespace);
  }

  /** Whether a field that names this namespace is to name the new one. */
  boolean moves(String current, String origin) {
    return !current.equals(namespace)
        && (namespaceMatcher == null
            || namespaceMatcher.equals(current)
            || namespaceMatcher.equals(origin));
  }
}
