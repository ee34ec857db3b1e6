package dev.kiln.yaml;

import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes the same random changes to a tree, by an edit, and to its value, by hand. */
public final class RandomEdits {
  private static final List<@Nullable Object> SCALARS =
      Collections.unmodifiableList(
          java.util.Arrays.<@Nullable Object>asList(
              null,
              true,
              7L,
              "plain",
              "",
              "yes",
              "0644",
              "a: b",
              "# c",
              "- x",
              "l1\nl2\n",
              "l1\n\n l3",
              "\ttab\n x",
              "end \n",
              "{",
              "é",
              "=",
              "1:30",
              "2024-01-01",
              "~",
              "'",
              "\"q\"",
              "|"));

  private final Random random;
  private final Edit edit;

  /** The expected value of the tree after the changes so far. */
  private @Nullable Object model;

  public RandomEdits(Random random, Edit edit, Node root) {
    this.random = random;
    this.edit = edit;
    this.model = root.value();
  }

  @Nullable Object model() {
    return model;
  }

  public void applyRandomEdit() {
    var places = new ArrayList<Path>();
    collect(model, Path.of(""), places);
    var place = places.get(random.nextInt(places.size()));
    var value = at(place);
    switch (random.nextInt(6)) {
      case 0 -> remove(place);
      case 1 -> insert(place, value);
      case 2 -> reorder(place, value);
      case 3 -> put(place, value);
      default -> set(place);
    }
  }

  private static void collect(@Nullable Object value, Path path, List<Path> places) {
    places.add(path);
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, child) -> collect(child, path.key(String.valueOf(key)), places));
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        collect(list.get(i), path.index(i), places);
      }
    }
  }

  private @Nullable Object at(Path path) {
    var value = model;
    for (var step : path.steps()) {
      value =
          switch (step) {
            case Path.Step.Key(var name) -> map(value).get(name);
            case Path.Step.Index(var index) -> list(value).get(index);
            case Path.Step.Where _, Path.Step.Every _ -> throw new IllegalStateException();
          };
    }
    return value;
  }

  @SuppressWarnings("unchecked") // a model has maps of this kind only
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    return (Map<String, @Nullable Object>) java.util.Objects.requireNonNull(value);
  }

  @SuppressWarnings("unchecked") // a model has lists of this kind only
  private static List<@Nullable Object> list(@Nullable Object value) {
    return (List<@Nullable Object>) java.util.Objects.requireNonNull(value);
  }

  private void remove(Path place) {
    if (place.isRoot()) {
      return;
    }
    edit.remove(place);
    switch (place.steps().getLast()) {
      case Path.Step.Key(var name) -> map(at(place.parent())).remove(name);
      case Path.Step.Index(int index) -> list(at(place.parent())).remove(index);
      case Path.Step.Where _, Path.Step.Every _ -> throw new IllegalStateException();
    }
  }

  private void insert(Path place, @Nullable Object value) {
    if (value instanceof List<?> list) {
      int index = random.nextInt(list.size() + 1);
      var item = randomValue(2);
      edit.insert(place, index, item);
      list(value).add(index, copy(item));
    }
  }

  private void reorder(Path place, @Nullable Object value) {
    if (value instanceof List<?> list) {
      var order = new ArrayList<Integer>();
      for (int i = 0; i < list.size(); i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      edit.reorder(place, order);
      var before = new ArrayList<@Nullable Object>(list);
      for (int i = 0; i < order.size(); i++) {
        list(value).set(i, before.get(order.get(i)));
      }
    }
  }

  private void put(Path place, @Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      var key = "k" + random.nextInt(4);
      var added = randomValue(2);
      edit.set(place.key(key), added);
      map(value).put(key, copy(added));
    }
  }

  private void set(Path place) {
    if (place.isRoot()) {
      return;
    }
    var value = randomValue(2);
    edit.set(place, value);
    switch (place.steps().getLast()) {
      case Path.Step.Key(var name) -> map(at(place.parent())).put(name, copy(value));
      case Path.Step.Index(var index) -> list(at(place.parent())).set(index, copy(value));
      case Path.Step.Where _, Path.Step.Every _ -> throw new IllegalStateException();
    }
  }

  private @Nullable Object randomValue(int depth) {
    int choice = random.nextInt(depth == 0 ? 4 : 6);
    if (choice < 4) {
      return SCALARS.get(random.nextInt(SCALARS.size()));
    }
    var list = new ArrayList<@Nullable Object>();
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (int i = random.nextInt(3); i > 0; i--) {
      list.add(randomValue(depth - 1));
      map.put("n" + i, randomValue(depth - 1));
    }
    return choice == 4 ? list : map;
  }

  private static @Nullable Object copy(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, child) -> copy.put(String.valueOf(key), copy(child)));
        yield copy;
      }
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>();
        list.forEach(child -> copy.add(copy(child)));
        yield copy;
      }
      case null, default -> value;
    };
  }
}
