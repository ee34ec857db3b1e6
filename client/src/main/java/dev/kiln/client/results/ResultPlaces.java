package dev.kiln.client.results;

import dev.kiln.sdk.FileRef;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceRef;
import dev.kiln.sdk.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the file of the resource that a result refers to, where the function does not name it. */
public final class ResultPlaces {
  private final List<Resource> items;
  private @Nullable Map<String, List<Resource>> named; // by name; built on first use

  private ResultPlaces(List<Resource> items) {
    this.items = items;
  }

  /**
   * Creates the places from items with the annotations that say where they came from. The items may
   * include those from before and after a function.
   */
  public static ResultPlaces of(List<Resource> items) {
    return new ResultPlaces(items);
  }

  /**
   * Returns the results, each with file and index if exactly one place is known for its resource. A
   * file that the function gave stays. If the function gave the file without an index, the index
   * reads as 0, so the index comes from the annotation.
   */
  public List<Result> fill(List<Result> results) {
    return results.stream().map(this::fill).toList();
  }

  private Result fill(Result result) {
    if (result.resourceRef() == null) {
      return result;
    }
    return place(result.resourceRef())
        .filter(place -> lacksPlace(result, place) && !place.equals(result.file()))
        .map(place -> withPlace(place, result))
        .orElse(result);
  }

  private static boolean lacksPlace(Result result, FileRef place) {
    FileRef said = result.file();
    return said == null
        || said.path().isEmpty()
        || (said.index() == 0 && said.path().equals(place.path()));
  }

  private static Result withPlace(FileRef place, Result result) {
    return new Result(
        result.severity(),
        result.message(),
        result.resourceRef(),
        result.field(),
        place,
        result.tags());
  }

  private Optional<FileRef> place(ResourceRef ref) {
    var meant = new ArrayList<Resource>(1);
    for (Resource item : named().getOrDefault(ref.name(), List.of())) {
      if (fits(ref, item)) {
        meant.add(item);
      }
    }
    return commonPlace(meant)
        .or(() -> commonPlace(meant.stream().filter(item -> isIn(ref.namespace(), item)).toList()));
  }

  /**
   * Returns the place of all these items. It is empty if they have several places, because a wrong
   * file is worse than none.
   */
  private static Optional<FileRef> commonPlace(List<Resource> items) {
    Optional<FileRef> place = items.isEmpty() ? Optional.empty() : FileRef.of(items.getFirst());
    for (int i = 1; i < items.size(); i++) {
      if (!FileRef.of(items.get(i)).equals(place)) {
        return Optional.empty();
      }
    }
    return place;
  }

  private Map<String, List<Resource>> named() {
    Map<String, List<Resource>> known = named;
    if (known == null) {
      known = new HashMap<>();
      for (Resource item : items) {
        known.computeIfAbsent(item.name(), _ -> new ArrayList<>(1)).add(item);
      }
      named = known;
    }
    return known;
  }

  /**
   * Whether an item fits a reference. Functions leave out parts that seem clear to them; the parts
   * that they give must fit.
   */
  private static boolean fits(ResourceRef ref, Resource item) {
    return (ref.kind().isEmpty() || ref.kind().equals(item.kind()))
        && (ref.apiVersion().isEmpty() || ref.apiVersion().equals(item.apiVersion()))
        && (ref.namespace() == null || isIn(ref.namespace(), item));
  }

  private static boolean isIn(@Nullable String namespace, Resource item) {
    return Objects.equals(namespace, item.namespace().orElse(null));
  }
}
