package dev.kiln.functions.applyreplacements;

import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one resource that has the value, and the field that holds it. */
public record ReplacementSource(
    @Nullable String group,
    @Nullable String version,
    @Nullable String kind,
    @Nullable String name,
    @Nullable String namespace,
    @Nullable String fieldPath,
    @Nullable FieldOptions options) {

  Node valueIn(EditedItems items) {
    EditedItem from = requireSingle(items.find(IdentityPattern.of(this)));
    String path = fieldPath == null || fieldPath.isEmpty() ? "metadata.name" : fieldPath;
    Node value =
        from.find(new SourcePath(ReplacementPath.of(path)))
            .filter(found -> !found.isNull() && (found.isScalar() || found.size() > 0))
            .orElseThrow(
                () ->
                    new ReplacementException(
                        "fieldPath `%s` is missing for replacement source %s"
                            .formatted(path, IdentityPattern.of(this))));
    return FieldOptions.orDefaults(options).selectPart(value);
  }

  private EditedItem requireSingle(List<EditedItem> selected) {
    if (selected.isEmpty()) {
      throw new ReplacementException("nothing selected by " + this);
    }
    if (selected.size() > 1) {
      throw new ReplacementException("multiple matches for selector " + this);
    }
    return selected.getFirst();
  }

  @Override
  public String toString() {
    return IdentityPattern.of(this)
        + (fieldPath == null || fieldPath.isEmpty() ? "" : ":" + fieldPath);
  }
}
