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
 * Moves items to a namespace, and updates references to namespaces inside them.
 *
 * @param namespace the target namespace
 * @param namespaceMatcher the namespace whose items move, by their present namespace or by their
 *     upstream origin; without it all items move
 */
public record SetNamespace(String namespace, @Nullable String namespaceMatcher)
    implements KrmFunction {
  private static final String PACKAGE_CONTEXT = "kptfile.kpt.dev";

  /** Refuses an empty name; an empty matcher counts as missing. */
  public SetNamespace {
    BadInput.unless(!namespace.isEmpty(), "namespace", null, "the name of a namespace");
    namespaceMatcher = nonEmpty(namespaceMatcher).orElse(null);
  }

  /** Creates the function for one call. */
  public static SetNamespace of(FunctionConfig config) {
    if (config.isAbsent()) {
      throw new BadInput("", "missing", "a ConfigMap or a SetNamespace with a namespace");
    }
    return isPackageContext(config) ? ofPackageContext(config) : config.bind(SetNamespace.class);
  }

  /**
   * Reads kpt's package context. The namespace is the package's own name, and the other entries are
   * not for this function.
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

  /** Whether a field that names this namespace must change to the new one. */
  boolean mustChange(String current, String origin) {
    return !current.equals(namespace)
        && (namespaceMatcher == null
            || namespaceMatcher.equals(current)
            || namespaceMatcher.equals(origin));
  }
}
