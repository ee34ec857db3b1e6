package dev.kiln.functions.applyreplacements;

import dev.kiln.functions.fields.TypedText;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Set;

/** Writes a source's value to the places of one target. */
record ValueCopier(Node value, FieldOptions options, Resource target, List<Result> warnings) {
  /**
   * Fields that must stay maps in every item, because an orchestrator reads the item's file from
   * them.
   */
  private static final Set<Path> METADATA =
      Set.of(Path.keys("metadata"), Path.keys("metadata", "annotations"));

  void write(WriteLocation place, Edit edit) {
    switch (place) {
      case WriteLocation.Found _, WriteLocation.Missing _ ->
          edit.set(place.path(), valueFor(place));
      case WriteLocation.Added _ -> edit.append(place.path(), valueFor(place));
    }
  }

  /** Returns the value to set at a place, or to append to it. */
  Object valueFor(WriteLocation place) {
    return switch (place) {
      case WriteLocation.Found found -> replacementFor(found);
      case WriteLocation.Missing missing -> missing.wrap(newValue(missing));
      case WriteLocation.Added added -> added.wrap(newValue(added));
    };
  }

  /**
   * Returns the new value of an existing field. A scalar keeps its type as long as the value can
   * have that type.
   */
  private Object replacementFor(WriteLocation.Found found) {
    Node old = found.node();
    if (!value.isMap() && METADATA.contains(found.path())) {
      throw new ReplacementException("%s must stay a map".formatted(found.path()));
    }
    if (options.splitsText()) {
      return keepType(options.withPart(requireText(found), old), old);
    }
    return old.isScalar() && !old.isNull() ? keepType(requireText(found), old) : value;
  }

  private Object keepType(String text, Node old) {
    if (old.isString()) {
      return text;
    }
    Object read = TypedText.valueOf(text);
    Node.Type type = Yaml.of(read).type();
    boolean fits =
        type == old.type() || (type == Node.Type.INTEGER && old.type() == Node.Type.FLOAT);
    return fits || options.splitsText() ? read : value;
  }

  /** Returns the value for a new field. Its text determines the type. */
  private Object newValue(WriteLocation place) {
    if (!value.isScalar()) {
      if (options.splitsText()) {
        requireText(place);
      }
      return value;
    }
    String text = options.splitsText() ? options.withPart(value.text(), EMPTY) : value.text();
    Object made = TypedText.valueOf(text);
    TypedText.typeLoss(value, Yaml.of(made))
        .ifPresent(
            loss -> warnings.add(Result.warning(loss).on(target).at(place.path().toString())));
    return made;
  }

  private String requireText(WriteLocation place) {
    if (!value.isScalar()) {
      throw new ReplacementException(
          "the source is a %s and cannot be written into %s, which is text"
              .formatted(value.isMap() ? "map" : "list", place.path()));
    }
    return value.text();
  }

  private static final Node EMPTY = Yaml.of("");
}
