package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that receive the value, and the fields to write.
 *
 * @param reject leaves out some of the selected resources
 */
public record ReplacementTarget(
    Selector select,
    @Nullable List<Selector> reject,
    @Nullable List<String> fieldPaths,
    @Nullable FieldOptions options) {

  boolean selects(Resource item) {
    return select.selects(item)
        && (reject == null || reject.stream().noneMatch(selector -> selector.rejects(item)));
  }

  Resource put(Node value, Resource item, List<Result> warnings) {
    Resource changed = item;
    for (String fieldPath : fieldPaths == null || fieldPaths.isEmpty() ? NAME : fieldPaths) {
      changed = put(value, fieldPath, changed, warnings);
    }
    return changed;
  }

  private Resource put(Node value, String fieldPath, Resource item, List<Result> warnings) {
    FieldOptions how = FieldOptions.orNone(options);
    List<WriteLocation> places = new TargetPath(fieldPath, how.create(), item, warnings).places();
    if (places.isEmpty()) {
      throw TargetPath.notFound(fieldPath, how.create());
    }
    var copy = new ValueCopier(value, how, item, warnings);
    return item.edit(edit -> places.forEach(place -> copy.write(place, edit)));
  }

  private static final List<String> NAME = List.of("metadata.name");
}
