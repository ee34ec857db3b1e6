package dev.kiln.functions.setlabels;

import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.functions.conventions.FieldLocations;
import dev.kiln.functions.conventions.FieldSpecPath;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sets the labels of the items of one call and counts them. It is used only by the thread of that
 * call.
 */
final class LabelSetter {
  private static final Path ITEM = Path.of("");
  private static final String EXTERNAL_NAME = "ExternalName";

  private final Map<String, String> labels;
  private final Call call;
  private final Set<Path> reported = new HashSet<>();
  private final List<Change> changes = new ArrayList<>();
  private int count;

  /** A label to set in the item at hand. */
  private record Change(Path path, String value) {}

  LabelSetter(Map<String, String> labels, Call call) {
    this.labels = labels;
    this.call = call;
  }

  /** The label places checked so far: one for each label and each owner of labels. */
  int count() {
    return count;
  }

  @SuppressWarnings("ReferenceEquality") // the path that several fields share
  Resource label(Resource item) {
    reported.clear();
    changes.clear();
    warnOfNewSelector(item);
    FieldSpecPath missing = null;
    for (LabelField field : LabelField.of(item)) {
      FieldSpecPath above = field.above();
      if (above == null) {
        label(item, field);
      } else if (above != missing) {
        missing = above.locate(item.node()).isEmpty() ? above : null;
        if (missing == null) {
          label(item, field);
        }
      }
    }
    return item.edit(
        edit -> {
          for (Change change : changes) {
            edit.set(change.path, change.value);
          }
        });
  }

  private void label(Resource item, LabelField field) {
    for (FieldLocation owner : owners(item, field)) {
      if (owner.node() != null && owner.node().isMap()) {
        count += labels.size();
        label(item, field, owner);
      } else if (!owner.isEmpty()) {
        report(owner, item);
      }
    }
  }

  /** Returns the owners of labels. A list of owners stands for each of its items. */
  private List<FieldLocation> owners(Resource item, LabelField field) {
    if (field.owner() == null) {
      return List.of(new FieldLocation(ITEM, item.node()));
    }
    FieldLocations places = field.owner().locate(item.node());
    for (FieldLocation place : places.blocked()) {
      report(place, item);
    }
    var owners = new ArrayList<FieldLocation>();
    for (FieldLocation place : places.found()) {
      owners.addAll(place.itemsOrSelf());
    }
    return owners;
  }

  /** Reports that a place is not a map, once for each place, however many fields are under it. */
  private void report(FieldLocation place, Resource item) {
    if (reported.add(place.path())) {
      place.reportMismatch("a map", item, call);
    }
  }

  private void label(Resource item, LabelField field, FieldLocation owner) {
    Path path = owner.path();
    Node at = owner.node();
    for (String key : field.map()) {
      path = path.key(key);
      at = at == null ? null : at.at(key);
      if (at != null && !at.isMap() && !at.isNull()) {
        report(new FieldLocation(path, at), item);
        return;
      }
    }
    addChanges(path, at, field.create());
  }

  private void addChanges(Path path, @Nullable Node map, boolean create) {
    for (var label : labels.entrySet()) {
      if (create || (map != null && map.at(label.getKey()) != null)) {
        changes.add(new Change(path.key(label.getKey()), label.getValue()));
      }
    }
  }

  private void warnOfNewSelector(Resource item) {
    boolean service = item.kind().equals("Service") && item.group().isEmpty();
    if (service
        && item.find("spec.selector").filter(node -> !node.isNull()).isEmpty()
        && !item.text("spec.type").orElse("").equals(EXTERNAL_NAME)) {
      call.warn(
          item,
          "spec.selector",
          "spec.selector: was missing, and now the Service selects every pod with these labels");
    }
  }
}
