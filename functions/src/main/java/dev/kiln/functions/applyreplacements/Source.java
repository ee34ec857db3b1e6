package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one resource that has the value, and the field in which it stands. */
public record Source(
    @Nullable String group,
    @Nullable String version,
    @Nullable String kind,
    @Nullable String name,
    @Nullable String namespace,
    @Nullable String fieldPath,
    @Nullable Options options) {

  Node valueIn(ResourceList list) {
    Resource from = only(list.items().stream().filter(Identity.of(this)::isOneOf).toList());
    String place = fieldPath == null || fieldPath.isEmpty() ? "metadata.name" : fieldPath;
    Node value =
        new SourcePath(FieldPath.of(place))
            .find(from.node())
            .filter(found -> !found.isNull() && (found.isScalar() || found.size() > 0))
            .orElseThrow(
                () ->
                    new Impossible(
                        "fieldPath `%s` is missing for replacement source %s"
                            .formatted(place, Identity.of(this))));
    return Options.orNone(options).part(value);
  }

  private Resource only(List<Resource> selected) {
    if (selected.isEmpty()) {
      throw new Impossible("nothing selected by " + this);
    }
    if (selected.size() > 1) {
      throw new Impossible("multiple matches for selector " + this);
    }
    return selected.getFirst();
  }

  @Override
  public String toString() {
    return Identity.of(this) + (fieldPath == null || fieldPath.isEmpty() ? "" : ":" + fieldPath);
  }
}
