package dev.kiln.functions.conventions;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Default;
import dev.kiln.sdk.Resource;
import java.util.List;

/**
 * Names a field of the items of a group, version and kind, as kustomize's configuration does.
 *
 * @param group the group of the items, any if empty
 * @param version their version, any if empty
 * @param kind their kind, any if empty
 * @param path the keys to the field, as {@link FieldSpecPath} reads them
 * @param create whether to create the field where it is missing
 */
public record FieldSpec(
    @Default("") String group,
    @Default("") String version,
    @Default("") String kind,
    String path,
    @Default("false") boolean create) {

  /** Refuses a path with an empty key. */
  public FieldSpec {
    boolean named = !FieldSpecPath.split(path).contains("");
    BadInput.unless(named, "path", path, "keys with a slash between them");
  }

  /** Whether the field applies to this item, by its group, version and kind. */
  public boolean selects(Resource item) {
    return (kind.isEmpty() || kind.equals(item.kind()))
        && (group.isEmpty() || group.equals(item.group()))
        && (version.isEmpty() || version.equals(item.version()));
  }

  /** Returns a lookup for use with many items. */
  public Lookup lookup() {
    return new Lookup(this, FieldSpecPath.of(path, create));
  }

  /** A field whose path is parsed only once. */
  public record Lookup(FieldSpec spec, FieldSpecPath path) {
    /**
     * Returns the places in an item; none if the field does not apply to the item. A scalar where
     * the path needs a map is an error result.
     */
    public List<FieldLocation> locate(Resource item, Call call) {
      return spec.selects(item) ? path.of(item, call) : List.of();
    }
  }

  /**
   * Returns the fields under their present name or under the old name {@code fieldSpecs}.
   *
   * @throws BadInput if there are fields under both names
   */
  public static List<FieldSpec> underEitherName(
      String name, List<FieldSpec> fields, List<FieldSpec> old) {
    if (!fields.isEmpty() && !old.isEmpty()) {
      String newName = "only " + name + ", which is its new name";
      throw new BadInput("fieldSpecs", "beside " + name, newName);
    }
    return old.isEmpty() ? fields : old;
  }
}
