package dev.kiln.functions.applyreplacements;

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

  /** Returns the selected items, in order. */
  List<EditedItem> selectFrom(EditedItems items) {
    ItemSelector selected = ItemSelector.of(select);
    List<ItemSelector> rejected =
        reject == null ? List.of() : reject.stream().map(ItemSelector::of).toList();
    return items.find(selected.identity()).stream()
        .filter(selected::matchesLabels)
        .filter(item -> rejected.stream().noneMatch(selector -> selector.rejects(item)))
        .toList();
  }

  void writeValue(Node value, EditedItem item, EditedItems items, List<Result> warnings) {
    FieldOptions fieldOptions = FieldOptions.orDefaults(options);
    for (String fieldPath : fieldPaths == null || fieldPaths.isEmpty() ? NAME : fieldPaths) {
      items.write(item, value, fieldPath, fieldOptions, warnings);
    }
  }

  private static final List<String> NAME = List.of("metadata.name");
}
