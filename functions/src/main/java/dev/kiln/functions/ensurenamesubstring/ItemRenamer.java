package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.DependsOn;
import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldSpec;
import dev.kiln.functions.conventions.KubernetesNames;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renames the items of one call and updates the fields that refer to them. */
final class ItemRenamer {
  private static final Path NAME = Path.of("metadata.name");
  private static final String NAME_FIELD = "metadata/name";

  private final RenamedItems renames;
  private final List<FieldSpec.Lookup> nameFields;
  private final Call call;

  ItemRenamer(RenamedItems renames, List<FieldSpec> nameFields, Call call) {
    this.renames = renames;
    this.nameFields =
        nameFields.stream()
            .filter(field -> !field.path().equals(NAME_FIELD))
            .map(FieldSpec::lookup)
            .toList();
    this.call = call;
  }

  Resource rename(Resource item) {
    Map<Path, String> changes = new LinkedHashMap<>();
    if (renames.isRenamed(item)) {
      changes.put(NAME, newName(item));
    }
    item.annotation(DependsOn.ANNOTATION)
        .ifPresent(
            value ->
                changes.put(DependsOn.PATH, DependsOn.rewrite(value, renames::updateReference)));
    changes.putAll(new ReferenceUpdater(renames, item).changes());
    if (!RenamedItems.keepsNames(item)) {
      nameFields.forEach(field -> rename(item, field, changes));
    }
    return item.edit(edit -> changes.forEach(edit::set));
  }

  private String newName(Resource item) {
    String name = renames.affix().addTo(item.name());
    if (KubernetesNames.isDnsSubdomain(item.name()) && !KubernetesNames.isDnsSubdomain(name)) {
      call.warn(
          item,
          NAME.toString(),
          "the API server will refuse the new name \""
              + name
              + "\" (expected: at most 253 small letters, digits, '-' and '.')");
    }
    return name;
  }

  private void rename(Resource item, FieldSpec.Lookup field, Map<Path, String> changes) {
    for (FieldLocation place : field.locate(item, call)) {
      if (place.isScalar()) {
        if (!renames.affix().isIn(place.text())) {
          changes.putIfAbsent(place.path(), renames.affix().addTo(place.text()));
        }
      } else if (!place.isEmpty()) {
        place.reportMismatch("a name", item, call);
      } else if (field.spec().create()) {
        changes.putIfAbsent(place.path(), renames.affix().text());
      }
    }
  }
}
