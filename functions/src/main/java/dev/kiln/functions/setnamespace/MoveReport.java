package dev.kiln.functions.setnamespace;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reports the changes of a successful call. */
final class MoveReport {
  private final MovePlan plan;
  private final Call call;
  private final String namespace;

  private MoveReport(MovePlan plan, Call call) {
    this.plan = plan;
    this.call = call;
    this.namespace = plan.settings().namespace();
  }

  static MoveReport of(MovePlan plan, Call call) {
    return new MoveReport(plan, call);
  }

  void write(List<Resource> items) {
    new MoveWarnings(plan, call).write(items);
    items.forEach(item -> reportMatchingOrigin(item, NamespaceField.Kind.NAME));
    items.forEach(item -> reportMatchingOrigin(item, NamespaceField.Kind.OWN));
    reportNamespaces(items);
    reportDependsOn(items);
  }

  static String describe(Resource item) {
    return "Resource(apiVersion="
        + item.apiVersion()
        + ", kind="
        + item.kind()
        + ", namespace="
        + item.namespace().orElse("")
        + ", name="
        + item.name()
        + ")";
  }

  private void reportMatchingOrigin(Resource item, NamespaceField.Kind kind) {
    String matcher = plan.settings().namespaceMatcher();
    if (matcher == null) {
      return;
    }
    for (NamespaceField field : plan.changes(item)) {
      if (field.kind() == kind && field.origin().equals(matcher)) {
        call.info("[" + describe(item) + "] has matching origin " + matcher);
      }
    }
  }

  private void reportNamespaces(List<Resource> items) {
    var old = new TreeSet<String>();
    int count = 0;
    for (Resource item : items) {
      for (NamespaceField field : plan.changes(item)) {
        old.add(field.effectiveNamespace());
        count++;
      }
    }
    call.info(
        count == 0
            ? "all matching namespaces are already \"" + namespace + "\". no value changed"
            : "namespace " + changed(old, count));
  }

  private void reportDependsOn(List<Resource> items) {
    List<String> old =
        items.stream().flatMap(item -> plan.changedReferenceNamespaces(item).stream()).toList();
    call.info(
        old.isEmpty()
            ? "all `depends-on` annotations are up-to-date. no `namespace` changed"
            : "`depends-on` annotation namespace " + changed(new TreeSet<>(old), old.size()));
  }

  private String changed(Set<String> old, int count) {
    return "["
        + String.join(" ", old)
        + "] updated to \""
        + namespace
        + "\", "
        + count
        + " value(s) changed";
  }
}
