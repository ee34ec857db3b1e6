package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FailedItem;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Match;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An item and the values that replacements put into it. New scalars wait and are written together,
 * as long as no replacement can tell the difference; otherwise many replacements in one item would
 * write it once for each of them.
 */
final class EditedItem {
  private final int position;
  private Resource item;

  /** Scalars to write. None of them is part of the item's identity. */
  private final Map<Path, Object> pending = new LinkedHashMap<>();

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
      item = orFailed(() -> item.edit(edit -> pending.forEach(edit::set)));
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
    return node.isScalar() && !node.isNull() && !pending.containsKey(found.path());
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
    if (!value.isScalar() || ReplacementPath.of(fieldPath).hasFieldMatch()) {
      return false;
    }
    List<WriteLocation> places;
    try {
      places = new TargetPath(fieldPath, options.create(), item, warnings).findLocations();
    } catch (ReplacementException _) {
      return false; // perhaps only because a value is not written yet
    }
    if (places.isEmpty() || !places.stream().allMatch(this::canPostpone)) {
      return false;
    }
    var copy = new ValueCopier(value, options, item, warnings);
    places.forEach(place -> pending.put(place.path(), copy.valueFor(place)));
    return true;
  }

  /** Whether a scalar at this place neither moves another place nor changes a pending value. */
  private boolean canPostpone(WriteLocation place) {
    boolean onlyScalar =
        switch (place) {
          case WriteLocation.Found found -> found.node().isScalar();
          case WriteLocation.Missing missing -> missing.remainingSteps().isEmpty();
          case WriteLocation.Added _ -> false;
        };
    return onlyScalar
        && !pending.containsKey(place.path())
        && !IdentityPattern.isPartOfIdentity(place.path());
  }

  private void writeNow(Node value, String fieldPath, FieldOptions options, List<Result> warnings) {
    Resource target = written();
    List<WriteLocation> places =
        new TargetPath(fieldPath, options.create(), target, warnings).findLocations();
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
