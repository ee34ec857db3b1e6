package dev.kiln.client;

import dev.kiln.client.files.ItemProblem;
import dev.kiln.client.files.PackagePath;
import dev.kiln.client.files.ParallelFor;
import dev.kiln.client.files.PlacedItem;
import dev.kiln.client.steps.FolderScope;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Matches the items that a function returned with the items that it got. It matches by id and,
 * where the function lost the id, by kind, namespace and name. An item without a match is new, and
 * gets a file.
 */
final class ReturnedItems {
  private final List<TrackedItem> given;
  private final FolderScope scope;
  private final String prefix;
  private final Map<String, TrackedItem> ids = new HashMap<>();
  private final Map<String, TrackedItem> byId = new HashMap<>(); // only those not matched yet
  private final Map<String, List<TrackedItem>> byName = new HashMap<>(); // of the same items
  private int createdCount;

  private ReturnedItems(List<TrackedItem> given, FolderScope scope, String prefix) {
    this.given = given;
    this.scope = scope;
    this.prefix = prefix;
  }

  /**
   * Returns kind, namespace and name as one text, because keys of several parts take longer to
   * create.
   */
  static String identity(Resource item) {
    return String.join("\0", item.group(), item.kind(), item.namespace().orElse(""), item.name());
  }

  /**
   * Returns the items after a function, in the function's order.
   *
   * @param given the items that the function got
   * @param returned the items that it returned
   * @param scope the place for the files of new items
   * @param prefix of the ids of new items
   * @throws BadInput if an item is not a resource, or has two places, or a place that cannot exist
   */
  static List<TrackedItem> of(
      List<TrackedItem> given,
      List<? extends Resource> returned,
      FolderScope scope,
      String prefix) {
    try {
      return new ReturnedItems(given, scope, prefix).merge(returned);
    } catch (BadYaml e) {
      throw BadInput.of(e); // an annotation cannot be set in this text
    }
  }

  /**
   * Returns the items after a function that kept each item at its position, with its id, and moved
   * none.
   *
   * @throws BadInput if an item is not a resource
   */
  static List<TrackedItem> inPlace(List<TrackedItem> given, List<? extends Resource> returned) {
    var items = new ArrayList<TrackedItem>(given.size());
    for (int i = 0; i < returned.size(); i++) {
      items.add(withResource(given.get(i), returned.get(i), i));
    }
    return items;
  }

  @SuppressWarnings("ReferenceEquality") // the same node: the function did not touch it
  private static TrackedItem withResource(TrackedItem before, Resource item, int number) {
    if (item.node() == before.resource().node()) {
      return before;
    }
    rejectInvalidItem(item, number);
    return before.with(item);
  }

  private List<TrackedItem> merge(List<? extends Resource> returned) {
    List<TrackedItem> inPlace = mergeInPlace(returned);
    return inPlace.isEmpty() ? mergeAnyOrder(returned) : inPlace;
  }

  /** Returns the items if each is at its former position, with its id; empty if one is not. */
  private List<TrackedItem> mergeInPlace(List<? extends Resource> returned) {
    var merged = new @Nullable TrackedItem[returned.size()];
    if (merged.length != given.size()) {
      return List.of();
    }
    ParallelFor.each(merged.length, i -> merged[i] = inPlace(given.get(i), returned.get(i), i));
    var items = new ArrayList<TrackedItem>(merged.length);
    for (TrackedItem item : merged) {
      if (item == null) {
        return List.of();
      }
      items.add(item);
    }
    return items;
  }

  /** Returns the matched item, or null if the match is not certain. */
  @SuppressWarnings("ReferenceEquality") // the same instance: the function did not touch it
  private @Nullable TrackedItem inPlace(TrackedItem before, Resource item, int number) {
    if (item == before.resource()) {
      return before;
    }
    Node annotations = item.annotationsNode();
    Node known = before.resource().annotationsNode();
    if (annotations != null && known != null && annotations.hasSameValueAs(known)) {
      rejectInvalidItem(item, number);
      return before.with(item);
    }
    if (!item.annotation(InternalAnnotations.ID.name()).orElse("").equals(before.id())) {
      return null;
    }
    rejectInvalidItem(item, number);
    return kept(before, item);
  }

  private List<TrackedItem> mergeAnyOrder(List<? extends Resource> returned) {
    given.forEach(item -> ids.put(item.id(), item));
    byId.putAll(ids);
    var found = new @Nullable TrackedItem[returned.size()];
    matchIds(returned).forEach((id, at) -> found[at] = byId.remove(id));
    for (int i = 0; i < found.length; i++) {
      rejectInvalidItem(returned.get(i), i);
    }
    matchNames(returned, found);
    var merged = new ArrayList<TrackedItem>(found.length);
    for (int i = 0; i < found.length; i++) {
      Resource item = returned.get(i);
      merged.add(found[i] == null ? created(item) : kept(found[i], item));
    }
    return merged;
  }

  private static void rejectInvalidItem(Resource item, int number) {
    Optional<ItemProblem> problem = ItemProblem.find(item);
    if (problem.isPresent()) {
      String name = name(item).strip();
      throw problem.get().toBadInput("items[" + number + "]" + (name.isEmpty() ? "" : ", " + name));
    }
  }

  /**
   * Maps each id to the returned item that it belongs to. A copy has the id of its original, so an
   * id may occur twice.
   */
  private Map<String, Integer> matchIds(List<? extends Resource> returned) {
    var meant = new HashMap<String, Integer>();
    for (int i = 0; i < returned.size(); i++) {
      Resource item = returned.get(i);
      TrackedItem before = findById(item);
      if (before != null && (!meant.containsKey(before.id()) || isNamedAs(before, item))) {
        meant.merge(before.id(), i, (first, next) -> betterMatch(before, returned, first, next));
      }
    }
    return meant;
  }

  /** Returns the given item with the id of this item. An id that nobody gave counts as no id. */
  private @Nullable TrackedItem findById(Resource item) {
    TrackedItem marked = ids.get(item.annotation(InternalAnnotations.ID.name()).orElse(""));
    return marked == null
        ? ids.get(item.annotation(InternalAnnotations.ID.legacyName()).orElse(""))
        : marked;
  }

  private static int betterMatch(
      TrackedItem before, List<? extends Resource> returned, int first, int next) {
    return isNamedAs(before, returned.get(first)) ? first : next;
  }

  private static boolean isNamedAs(TrackedItem before, Resource item) {
    return identity(before.resource()).equals(identity(item));
  }

  /**
   * Matches the items that lost their ids by name. Among items of the same name, those at their
   * former place come first, then the unchanged ones, then the others in their order.
   */
  private void matchNames(List<? extends Resource> returned, @Nullable TrackedItem[] found) {
    for (TrackedItem item : given) {
      if (byId.containsKey(item.id())) {
        byName.computeIfAbsent(identity(item.resource()), _ -> new ArrayList<>(1)).add(item);
      }
    }
    for (MatchRule rule : byName.isEmpty() ? List.<MatchRule>of() : MATCH_RULES) {
      for (int i = 0; i < found.length; i++) {
        if (found[i] == null && findById(returned.get(i)) == null) { // a copy still has the id
          found[i] = takeNamed(returned.get(i), rule);
        }
      }
    }
  }

  private @Nullable TrackedItem takeNamed(Resource item, MatchRule rule) {
    List<TrackedItem> named = byName.getOrDefault(identity(item), List.of());
    for (TrackedItem before : named) {
      if (rule.matches(before, item)) {
        named.remove(before);
        return before;
      }
    }
    return null;
  }

  /** Whether a returned item is a given item of the same name. */
  private interface MatchRule {
    boolean matches(TrackedItem before, Resource item);
  }

  private static final List<MatchRule> MATCH_RULES =
      List.of(ReturnedItems::isAtPlace, ReturnedItems::isUnchanged, (_, _) -> true);

  private static boolean isAtPlace(TrackedItem before, Resource item) {
    return has(item, InternalAnnotations.PATH, before.path())
        && has(item, InternalAnnotations.INDEX, Integer.toString(before.index()));
  }

  private static boolean has(Resource item, InternalAnnotations.Key key, String value) {
    return value.equals(item.annotation(key.name()).orElse(""))
        || value.equals(item.annotation(key.legacyName()).orElse(""));
  }

  private static boolean isUnchanged(TrackedItem before, Resource item) {
    return ItemAnnotations.remove(before.resource(), InternalAnnotations::contains)
        .hasSameContentAs(item);
  }

  private TrackedItem kept(TrackedItem before, Resource item) {
    String path = changedValue(item, InternalAnnotations.PATH, before.path());
    if (!path.equals(before.path())) {
      rejectInvalidPath(path, item);
    }
    String index = changedValue(item, InternalAnnotations.INDEX, Integer.toString(before.index()));
    return item(before, before.id(), path, index(item, index), item);
  }

  private TrackedItem created(Resource item) {
    String path = changedValue(item, InternalAnnotations.PATH, "");
    if (!path.isEmpty()) {
      rejectInvalidPath(path, item);
    }
    boolean copied = findById(item) != null; // so its index is taken
    String index = copied ? "" : changedValue(item, InternalAnnotations.INDEX, "");
    createdCount++;
    return item(
        null,
        prefix + createdCount,
        path.isEmpty() ? fileOf(item) : path,
        index.isEmpty() ? PlacedItem.END : index(item, index),
        item);
  }

  private static void rejectInvalidPath(String path, Resource item) {
    PackagePath.findProblem(path)
        .ifPresent(
            problem -> {
              throw new BadInput(name(item) + ": " + (path.isBlank() ? "\"\"" : path), problem, "");
            });
  }

  private static TrackedItem item(
      @Nullable TrackedItem before, String id, String path, int index, Resource item) {
    boolean same =
        before != null
            && path.equals(before.path())
            && index == before.index()
            && hasAll(item, before);
    return new TrackedItem(
        id,
        path,
        index,
        same ? item : ItemAnnotations.set(item, path, index, id),
        before == null ? null : before.given(),
        before == null ? null : before.source());
  }

  private static boolean hasAll(Resource item, TrackedItem before) {
    Map<String, String> own = item.annotations();
    return own.entrySet()
        .containsAll(ItemAnnotations.of(before.path(), before.index(), before.id()).entrySet());
  }

  /** Returns the present value of an annotation. A function may have changed either spelling. */
  private static String changedValue(Resource item, InternalAnnotations.Key key, String before) {
    String value = item.annotation(key.name()).orElse(before);
    String older = item.annotation(key.legacyName()).orElse(before);
    if (!value.equals(before) && !older.equals(before) && !value.equals(older)) {
      throw new BadInput(
          name(item) + ": " + key.name(),
          "\"" + value + "\", and " + key.legacyName() + ": \"" + older + "\"",
          "the same in both");
    }
    return value.equals(before) ? older : value;
  }

  private static int index(Resource item, String text) {
    try {
      return Math.max(PlacedItem.END, Integer.parseInt(text.strip()));
    } catch (NumberFormatException _) {
      throw new BadInput(
          name(item) + ": " + InternalAnnotations.INDEX.name(), "\"" + text + "\"", "a number");
    }
  }

  private static String name(Resource item) {
    return item.id().toString();
  }

  /**
   * Returns a file for an item without a place. Characters of its name that a file name cannot have
   * are replaced.
   */
  private String fileOf(Resource item) {
    String kind = inFile(item.kind());
    String name = inFile(item.name());
    String file = (kind + (name.isEmpty() ? "" : "_" + name)) + ".yaml";
    String namespace =
        item.namespace().map(ReturnedItems::inFile).map(folder -> folder + "/").orElse("");
    return (scope.folder().isEmpty() ? "" : scope.folder() + "/") + namespace + file;
  }

  private static String inFile(String name) {
    return INVALID_IN_FILE_NAME.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("_");
  }

  /**
   * Matches characters that Kubernetes names do not have, and leading dots, which would lead to
   * another folder.
   */
  private static final Pattern INVALID_IN_FILE_NAME = Pattern.compile("[^a-z0-9._-]|^\\.+");
}
