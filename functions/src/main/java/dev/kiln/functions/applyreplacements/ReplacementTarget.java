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

  Resource writeValue(Node value, Resource item, List<Result> warnings) {
    Resource changed = item;
    for (String fieldPath : fieldPaths == null || fieldPaths.isEmpty() ? NAME : fieldPaths) {
      changed = writeValue(value, fieldPath, changed, warnings);
    }
    return changed;
  }

  private Resource writeValue(Node value, String fieldPath, Resource item, List<Result> warnings) {
    FieldOptions fieldOptions = FieldOptions.orDefaults(options);
    List<WriteLocation> places =
        new TargetPath(fieldPath, fieldOptions.create(), item, warnings).findLocations();
    if (places.isEmpty()) {
      throw TargetPath.notFound(fieldPath, fieldOptions.create());
    }
    var copy = new ValueCopier(value, fieldOptions, item, warnings);
    return item.edit(edit -> places.forEach(place -> copy.write(place, edit)));
  }

  private static final List<String> NAME = List.of("metadata.name");
}
