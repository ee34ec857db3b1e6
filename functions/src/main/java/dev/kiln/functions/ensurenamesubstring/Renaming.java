package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.DependsOn;
import dev.kiln.functions.conventions.FieldSpec;
import dev.kiln.functions.conventions.Names;
import dev.kiln.functions.conventions.Place;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives the items of one call their names and follows them with the fields that refer to them. */
final class Renaming {
  private static final Path NAME = Path.of("metadata.name");
  private static final String NAME_FIELD = "metadata/name";

  private final Renames renames;
  private final List<FieldSpec.Lookup> nameFields;
  private final Call call;

  Renaming(Renames renames, List<FieldSpec> nameFields, Call call) {
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
    if (renames.applyTo(item)) {
      changes.put(NAME, newName(item));
    }
    item.annotation(DependsOn.ANNOTATION)
        .ifPresent(value -> changes.put(DependsOn.PATH, DependsOn.rewrite(value, renames::follow)));
    changes.putAll(new Follower(renames, item).changes());
    if (!Renames.isKept(item)) {
      nameFields.forEach(field -> rename(item, field, changes));
    }
    return item.edit(edit -> changes.forEach(edit::set));
  }

  private String newName(Resource item) {
    String name = renames.affix().addTo(item.name());
    if (Names.isDnsSubdomain(item.name()) && !Names.isDnsSubdomain(name)) {
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
    for (Place place : field.of(item, call).toList()) {
      if (place.isScalar()) {
        if (!renames.affix().isIn(place.text())) {
          changes.putIfAbsent(place.path(), renames.affix().addTo(place.text()));
        }
      } else if (!place.isEmpty()) {
        place.refuse("a name", item, call);
      } else if (field.spec().create()) {
        changes.putIfAbsent(place.path(), renames.affix().text());
      }
    }
  }
}
