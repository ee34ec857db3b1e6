package dev.kiln.functions.searchreplace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.kiln.functions.fields.Changes;
import dev.kiln.functions.fields.Field;
import dev.kiln.functions.fields.NewText;
import dev.kiln.functions.fields.Quoted;
import dev.kiln.functions.fields.Settings;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Optional;

/** What the fields that were found get: a value, a comment, both, or nothing but a result. */
record Put(Search search, Groups value, Groups comment) {

  static Put of(Settings settings, Search search) {
    return new Put(
        search, groups(settings, "put-value", search), groups(settings, "put-comment", search));
  }

  private static Groups groups(Settings settings, String key, Search search) {
    var groups = new Groups(settings.text(key));
    Pattern regex = search.regex();
    if (regex != null) {
      groups
          .findUnfillable(regex)
          .ifPresent(
              place -> {
                throw new BadInput(
                    "data." + key,
                    place,
                    "a group of by-value-regex, which has " + regex.groupCount());
              });
    }
    return groups;
  }

  boolean hasValue() {
    return !value.isEmpty();
  }

  /** A list can only be given a comment, and an empty one has nothing to speak of. */
  boolean fits(Field field) {
    return field.node().isScalar() || (!comment.isEmpty() && field.node().size() > 0);
  }

  /** First all comments, then all values: an edit does each kind at one go. */
  void into(Edit edit, List<Field> fields) {
    if (!comment.isEmpty()) {
      fields.forEach(f -> edit.comment(f.path(), Comment.LINE, filled(comment, f.node())));
    }
    if (hasValue()) {
      fields.stream()
          .filter(f -> f.node().isScalar())
          .forEach(f -> NewText.set(edit, f.path(), f.node(), filled(value, f.node())));
    }
  }

  /** At the one place that was named, whether something stands there or not. */
  void at(Edit edit, Path path, Optional<Node> old) {
    if (old.isPresent() && old.get().isScalar()) {
      NewText.set(edit, path, old.get(), value.text());
    } else {
      NewText.create(edit, path, value.text());
    }
    if (!comment.isEmpty()) {
      edit.comment(path, Comment.LINE, comment.text());
    }
  }

  /** What to say about a field that was found. */
  List<Result> results(Resource changed, Field field, Node now) {
    String message =
        comment.isEmpty() && !hasValue() ? "Matched field value " : "Mutated field value to ";
    return Changes.of(changed, field.path(), field.node(), now)
        .results(message + Quoted.of(Changes.shown(now)));
  }

  /** What to say about the one place that was named. */
  List<Result> results(Resource changed, Path path, Optional<Node> old) {
    Node now = changed.find(path).orElseThrow();
    return Changes.of(changed, path, old.orElse(now), now)
        .results("Mutated field value to " + Quoted.of(value.text()));
  }

  private String filled(Groups groups, Node node) {
    Optional<Matcher> caught = node.isScalar() ? search.caught(node.text()) : Optional.empty();
    return caught.map(groups::fill).orElse(groups.text());
  }
}
