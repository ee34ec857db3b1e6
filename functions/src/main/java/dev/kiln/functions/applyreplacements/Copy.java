package dev.kiln.functions.applyreplacements;

import dev.kiln.functions.fields.NewText;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import java.util.List;

/** Writes a source's value to the places of one target. */
record Copy(Node value, Options options, Resource target, List<Result> warnings) {

  void to(Place place, Edit edit) {
    switch (place) {
      case Place.Found found -> edit.set(found.path(), over(found));
      case Place.Missing missing -> edit.set(missing.path(), missing.with(made(missing)));
      case Place.Added added -> edit.append(added.path(), added.with(made(added)));
    }
  }

  /** A scalar that is there keeps its type as long as the value can be of that type. */
  private Object over(Place.Found found) {
    Node old = found.node();
    if (options.isCut()) {
      return typed(options.with(text(found), old), old);
    }
    return old.isScalar() && !old.isNull() ? typed(text(found), old) : value;
  }

  private Object typed(String text, Node old) {
    if (old.isString()) {
      return text;
    }
    Object read = NewText.value(text);
    Node.Type type = Yaml.of(read).type();
    boolean fits =
        type == old.type() || (type == Node.Type.INTEGER && old.type() == Node.Type.FLOAT);
    return fits || options.isCut() ? read : value;
  }

  /** What is made anew is what its text reads as. */
  private Object made(Place place) {
    if (!value.isScalar()) {
      if (options.isCut()) {
        text(place);
      }
      return value;
    }
    String text = options.isCut() ? options.with(value.text(), EMPTY) : value.text();
    Object made = NewText.value(text);
    NewText.loss(value, Yaml.of(made))
        .ifPresent(
            loss -> warnings.add(Result.warning(loss).on(target).at(place.path().toString())));
    return made;
  }

  private String text(Place place) {
    if (!value.isScalar()) {
      throw new Impossible(
          "the source is a %s and cannot be written into %s, which is text"
              .formatted(value.isMap() ? "map" : "list", place.path()));
    }
    return value.text();
  }

  private static final Node EMPTY = Yaml.of("");
}
