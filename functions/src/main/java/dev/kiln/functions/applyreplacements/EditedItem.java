package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FailedItem;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Match;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An item and the values that replacements put into it. New values wait and are written together,
 * as long as no replacement can tell the difference; otherwise many replacements in one item would
 * write it once for each of them.
 */
final class EditedItem {
  private final int position;
  private Resource item;

  /** None of the values is part of the item's identity. */
  private final PendingWrites pending = new PendingWrites();

  EditedItem(int position, Resource item) {
    this.position = position;
    this.item = item;
  }

  /** The position in the list. */
  int position() {
    return position;
  }

  /** The item with its current identity; other fields may be out of date. */
  Resource identity() {
    return item;
  }

  /** The item with all values. */
  Resource written() {
    if (!pending.isEmpty()) {
      item = orFailed(() -> item.edit(pending::write));
      pending.clear();
    }
    return item;
  }

  /** Returns the node of a source. */
  Optional<Node> find(SourcePath path) {
    if (!pending.isEmpty() && !path.path().hasFieldMatch()) {
      Optional<Match> found = path.find(item.node()).filter(this::isUpToDate);
      if (found.isPresent()) {
        return found.map(Match::node);
      }
    }
    return path.find(written().node()).map(Match::node);
  }

  private boolean isUpToDate(Match found) {
    Node node = found.node();
    return !node.isNull()
        && !pending.changes(found.path())
        && !pending.addsItemsAround(found.path());
  }

  /** Puts a value into the fields that the path leads to. */
  void write(Node value, String fieldPath, FieldOptions options, List<Result> warnings) {
    orFailed(
        () -> {
          if (!tryPostpone(value, fieldPath, options, warnings)) {
            writeNow(value, fieldPath, options, warnings);
          }
          return item;
        });
  }

  private boolean tryPostpone(
      Node value, String fieldPath, FieldOptions options, List<Result> warnings) {
    var found = new ArrayList<Result>();
    List<WriteLocation> places;
    try {
      places = new TargetPath(fieldPath, options.create(), item, found, pending).findLocations();
    } catch (ReplacementException _) {
      return false; // perhaps only because a value is not written yet
    }
    if (places.isEmpty() || !places.stream().allMatch(this::canPostpone)) {
      return false;
    }
    warnings.addAll(found);
    var copy = new ValueCopier(value, options, item, warnings);
    List<Object> values = places.stream().map(copy::valueFor).toList();
    for (int i = 0; i < values.size(); i++) {
      if (places.get(i) instanceof WriteLocation.Added added) {
        pending.append(added.path(), values.get(i));
      } else {
        pending.set(places.get(i).path(), values.get(i));
      }
    }
    return true;
  }

  /** Whether a value at this place neither moves another place nor changes a pending value. */
  private boolean canPostpone(WriteLocation place) {
    boolean keepsOthers =
        switch (place) {
          case WriteLocation.Found found -> found.node().isScalar();
          case WriteLocation.Missing _, WriteLocation.Added _ -> true;
        };
    return keepsOthers
        && !pending.sets(place.path())
        && !IdentityPattern.isPartOfIdentity(place.path());
  }

  private void writeNow(Node value, String fieldPath, FieldOptions options, List<Result> warnings) {
    Resource target = written();
    List<WriteLocation> places =
        new TargetPath(fieldPath, options.create(), target, warnings, pending).findLocations();
    if (places.isEmpty()) {
      throw TargetPath.notFound(fieldPath, options.create());
    }
    var copy = new ValueCopier(value, options, target, warnings);
    item = target.edit(edit -> places.forEach(place -> copy.write(place, edit)));
  }

  private Resource orFailed(Supplier<Resource> work) {
    try {
      return work.get();
    } catch (BadInput | FailedItem e) {
      throw e;
    } catch (RuntimeException e) {
      throw new FailedItem(item, e);
    }
  }
}
