package dev.kiln.cli.fn;

import dev.kiln.cli.json.Json;
import dev.kiln.client.ItemChange;
import dev.kiln.client.Run;
import dev.kiln.client.StepRun;
import dev.kiln.client.files.FileChange;
import dev.kiln.client.files.WritePlan;
import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run for programs to read. */
final class FnJson {
  private FnJson() {}

  static String of(Run run, Optional<WritePlan> plan, boolean dry) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    all.put("success", run.isSuccess());
    all.put("written", plan.isPresent() && !dry);
    all.put("functions", run.steps().stream().map(FnJson::step).toList());
    all.put(
        "files",
        plan.map(WritePlan::changes).orElse(List.of()).stream().map(FnJson::file).toList());
    return Json.of(all);
  }

  private static Map<String, @Nullable Object> step(StepRun run) {
    var step = new LinkedHashMap<String, @Nullable Object>();
    step.put("function", run.step().function().label());
    if (run.step().declaredBy() != null) {
      step.put("file", run.step().declaredBy().path());
      step.put("line", run.step().declaredBy().line());
    }
    step.put("exitCode", run.exitCode());
    step.put("deferred", run.isFailed() && !run.isFatal());
    step.put("skipped", run.isSkipped());
    step.put("message", run.message());
    step.put("milliseconds", run.took().toMillis());
    step.put("items", run.got());
    step.put("together", run.together());
    for (ItemChange.Kind kind : ItemChange.Kind.values()) {
      step.put(kind.name().toLowerCase(Locale.ROOT), run.count(kind));
    }
    step.put("changes", run.changes().stream().map(FnJson::change).toList());
    ResourceList none = ResourceList.of();
    step.put("results", Yaml.parse(none.bytes(run.results(), none.format())).value());
    step.put("stderr", run.log());
    return step;
  }

  private static Map<String, @Nullable Object> change(ItemChange change) {
    var one = new LinkedHashMap<String, @Nullable Object>();
    one.put("change", change.kind().name().toLowerCase(Locale.ROOT));
    one.put("path", change.path());
    one.put("apiVersion", change.item().apiVersion());
    one.put("kind", change.item().kind());
    change.item().namespace().ifPresent(namespace -> one.put("namespace", namespace));
    one.put("name", change.item().name());
    if (!change.fields().isEmpty()) {
      one.put("fields", change.fields().stream().map(FnJson::field).toList());
    }
    return one;
  }

  private static Map<String, @Nullable Object> field(FieldChange change) {
    var one = new LinkedHashMap<String, @Nullable Object>();
    one.put("path", change.path().toString());
    one.put("was", value(change.was()));
    one.put("is", value(change.is()));
    return one;
  }

  private static @Nullable Object value(@Nullable Node node) {
    return node == null ? null : node.value();
  }

  private static Map<String, @Nullable Object> file(FileChange change) {
    var one = new LinkedHashMap<String, @Nullable Object>();
    one.put("path", change.path());
    one.put("change", change.kind().name().toLowerCase(Locale.ROOT));
    return one;
  }
}
