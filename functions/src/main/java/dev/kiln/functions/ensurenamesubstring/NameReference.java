package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.Optional;

/**
 * A field by which items of one kind name an item of another.
 *
 * @param group the group of what is named; empty for any
 * @param kind the kind of what is named
 * @param referrerGroup the group of what names it; empty for any
 * @param referrer the kind of what names it
 * @param field the field that names it: a name, a list of names, or maps with name and namespace
 */
record NameReference(
    Optional<String> group,
    String kind,
    String referrerGroup,
    String referrer,
    FieldSpecPath field) {
  /** The fields of this item that name others. */
  static List<NameReference> of(Resource item) {
    return NameReferences.BY_REFERRER.getOrDefault(item.kind(), List.of()).stream()
        .filter(reference -> reference.isIn(item.group()))
        .toList();
  }

  private boolean isIn(String group) {
    return referrerGroup.isEmpty() || referrerGroup.equals(group);
  }
}
