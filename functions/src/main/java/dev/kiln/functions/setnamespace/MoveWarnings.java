package dev.kiln.functions.setnamespace;

import dev.kiln.functions.conventions.DependsOn.Reference;
import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Scope;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Warns of results that the author of a package may not expect. */
final class MoveWarnings {
  private static final FieldSpecPath WEBHOOKS = FieldSpecPath.of("webhooks/clientConfig/service");

  private final MovePlan plan;
  private final Call call;
  private final String namespace;

  MoveWarnings(MovePlan plan, Call call) {
    this.plan = plan;
    this.call = call;
    this.namespace = plan.settings().namespace();
  }

  void write(List<Resource> items) {
    if (!plan.settings().isValid()) {
      call.warn(
          "the API server will refuse the namespace \""
              + namespace
              + "\" (expected: at most 63 small letters, digits and '-')");
    }
    Set<String> itemNamespaces = itemNamespaces(items);
    for (Resource item : items) {
      CallInterrupted.check();
      warnOfUnknownScope(item);
      warnOfForeignReferences(item, itemNamespaces);
      warnOfWebhooks(item);
    }
  }

  private Set<String> itemNamespaces(List<Resource> items) {
    var namespaces = new HashSet<String>();
    for (Resource item : items) {
      CallInterrupted.check();
      for (NamespaceField field : plan.fields(item)) {
        if (field.kind() != NamespaceField.Kind.REFERENCE) {
          namespaces.add(field.effectiveNamespace());
        }
      }
    }
    return namespaces;
  }

  private void warnOfUnknownScope(Resource item) {
    boolean unknown = item.scope() == Scope.UNKNOWN && !NamespaceField.isNamespaced(item);
    if (unknown && !item.group().equals("kpt.dev")) {
      call.warn(
          item,
          "stays without a namespace: nothing says whether a " + item.kind() + " lives in one");
    }
  }

  private void warnOfForeignReferences(Resource item, Set<String> itemNamespaces) {
    for (NamespaceField field : plan.changes(item)) {
      if (field.kind() == NamespaceField.Kind.REFERENCE
          && !itemNamespaces.contains(field.effectiveNamespace())) {
        String why =
            "changed, although no item of the list was in \"" + field.effectiveNamespace() + "\"";
        warn(item, field.path(), why, field.effectiveNamespace());
      }
    }
  }

  /**
   * Warns of a webhook whose Service moves. The webhook configuration itself stays unchanged, as it
   * does in the original function.
   */
  private void warnOfWebhooks(Resource item) {
    if (item.group().equals("admissionregistration.k8s.io")) {
      WEBHOOKS.locate(item.node()).found().forEach(service -> warnOfWebhook(item, service));
    }
  }

  private void warnOfWebhook(Resource item, FieldLocation service) {
    String old = text(service, "namespace");
    String name = text(service, "name");
    if (plan.isMoving(new Reference("", old, "Service", name))) {
      String why = "not changed, although the Service \"" + name + "\" moves";
      warn(item, service.path().key("namespace"), why, old);
    }
  }

  private static String text(FieldLocation place, String key) {
    return Optional.ofNullable(place.node())
        .flatMap(node -> node.find(key))
        .flatMap(Node::string)
        .orElse("");
  }

  private void warn(Resource item, Path path, String why, String current) {
    call.result(Result.warning(path + ": " + why).on(item).at(path.toString(), current, namespace));
  }
}
