package dev.kiln.cli.fn;

import dev.kiln.cli.json.JsonWriter;
import dev.kiln.client.ItemChange;
import dev.kiln.client.Run;
import dev.kiln.client.StepRun;
import dev.kiln.client.files.FileChange;
import dev.kiln.client.files.WritePlan;
import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.ResourceId;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a run as JSON for programs. It collects the parts during the run, so that the output is
 * complete however the run ends.
 */
final class RunJson {
  private @Nullable Run run;
  private @Nullable WritePlan plan;
  private boolean dry;
  private boolean written;

  /** Records what the functions did. */
  void setRun(Run all) {
    run = all;
  }

  /** Records the planned file changes, and whether this is a dry run. */
  void setPlan(WritePlan files, boolean dryRun) {
    plan = files;
    dry = dryRun;
  }

  /** Records that the planned changes were written. */
  void setWritten() {
    written = true;
  }

  String text(List<String> warnings, List<String> errors) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    all.put("success", errors.isEmpty());
    all.put("written", written);
    if (!errors.isEmpty()) {
      all.put("error", String.join("\n", errors));
    }
    all.put("warnings", warnings);
    all.put("functions", run == null ? List.of() : toList(run.steps(), RunJson::step));
    WritePlan files = plan != null && (dry || written) ? plan : null;
    all.put("files", files == null ? List.of() : toList(files.changes(), RunJson::file));
    if (files != null && dry) {
      all.put("diff", files.diff(false));
    }
    return JsonWriter.of(all);
  }

  private static <T> List<Map<String, @Nullable Object>> toList(
      List<T> items, Function<T, Map<String, @Nullable Object>> toMap) {
    return items.stream().map(toMap).toList();
  }

  private static Map<String, @Nullable Object> step(StepRun run) {
    var step = new LinkedHashMap<String, @Nullable Object>();
    step.put("function", run.step().function().label());
    if (run.step().declaredBy() != null) {
      step.put("file", run.step().declaredBy().path());
      step.put("line", run.step().declaredBy().line());
      step.put("resource", resource(run.step().declaredBy().resource().id()));
    }
    step.put("exitCode", run.exitCode());
    step.put("deferred", run.isFailed() && !run.isFatal());
    step.put("skipped", run.isSkipped());
    step.put("message", run.isSkipped() ? RunReport.SKIPPED_MESSAGE : run.message());
    step.put("milliseconds", run.took().toMillis());
    step.put("items", run.itemCount());
    step.put("together", run.coveredSteps());
    for (ItemChange.Kind kind : ItemChange.Kind.values()) {
      step.put(kind.name().toLowerCase(Locale.ROOT), run.count(kind));
    }
    step.put("changes", toList(run.changes(), RunJson::change));
    ResourceList none = ResourceList.of();
    step.put("results", Yaml.parse(none.bytes(run.results(), none.format())).value());
    step.put("stderr", run.log());
    return step;
  }

  private static Map<String, @Nullable Object> change(ItemChange change) {
    var one = new LinkedHashMap<String, @Nullable Object>();
    one.put("change", change.kind().name().toLowerCase(Locale.ROOT));
    one.put("path", change.path());
    one.putAll(resource(change.id()));
    if (!change.fields().isEmpty()) {
      one.put("fields", toList(change.fields(), RunJson::field));
    }
    return one;
  }

  private static Map<String, @Nullable Object> resource(ResourceId item) {
    var one = new LinkedHashMap<String, @Nullable Object>();
    one.put("apiVersion", (item.group().isEmpty() ? "" : item.group() + "/") + item.version());
    one.put("kind", item.kind());
    if (item.namespace() != null) {
      one.put("namespace", item.namespace());
    }
    one.put("name", item.name());
    return one;
  }

  private static Map<String, @Nullable Object> field(FieldChange change) {
    var one = new LinkedHashMap<String, @Nullable Object>();
    one.put("path", change.path().toString());
    one.put("was", value(change.oldValue()));
    one.put("is", value(change.newValue()));
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
