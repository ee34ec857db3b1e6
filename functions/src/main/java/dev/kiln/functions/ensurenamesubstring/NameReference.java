package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.Optional;

/**
 * A field by which items of one kind refer to an item of another kind.
 *
 * @param group the group of the named item; empty for any
 * @param kind the kind of the named item
 * @param referrerGroup the group of the referring item; empty for any
 * @param referrer the kind of the referring item
 * @param field the field with the reference: a name, a list of names, or maps with name and
 *     namespace
 */
record NameReference(
    Optional<String> group,
    String kind,
    String referrerGroup,
    String referrer,
    FieldSpecPath field) {
  /** Returns the fields of this item that name other items. */
  static List<NameReference> of(Resource item) {
    return NameReferences.BY_REFERRER.getOrDefault(item.kind(), List.of()).stream()
        .filter(reference -> reference.isReferrerGroup(item.group()))
        .toList();
  }

  private boolean isReferrerGroup(String group) {
    return referrerGroup.isEmpty() || referrerGroup.equals(group);
  }
}
