package dev.kiln.functions.conventions;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Default;
import dev.kiln.sdk.Resource;
import java.util.stream.Stream;

/**
 * Names a field of the items of some group, version and kind the way kustomize's configuration
 * does.
 *
 * @param group the group of the items, any if empty
 * @param version their version, any if empty
 * @param kind their kind, any if empty
 * @param path the keys to the field, as {@link FieldPath} reads them
 * @param create whether a field that is missing is one to make
 */
public record FieldSpec(
    @Default("") String group,
    @Default("") String version,
    @Default("") String kind,
    String path,
    @Default("false") boolean create) {

  /** Refuses a path with an empty key. */
  public FieldSpec {
    boolean named = !FieldPath.split(path).contains("");
    BadInput.unless(named, "path", path, "keys with a slash between them");
  }

  /** Whether the field is one of this item's, by its group, version and kind. */
  public boolean selects(Resource item) {
    return (kind.isEmpty() || kind.equals(item.kind()))
        && (group.isEmpty() || group.equals(item.group()))
        && (version.isEmpty() || version.equals(item.version()));
  }

  /** Where it is, to be looked up in many items. */
  public FieldPath fieldPath() {
    return FieldPath.of(path, create);
  }

  /**
   * The places in an item, none if the field is not one of its. A scalar where the path needs a map
   * is an error result.
   */
  public Stream<Place> of(Resource item, Call call) {
    return selects(item) ? fieldPath().of(item, call) : Stream.empty();
  }
}
