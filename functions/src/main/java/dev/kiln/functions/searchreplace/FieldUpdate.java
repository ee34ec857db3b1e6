package dev.kiln.functions.searchreplace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.kiln.functions.fields.Changes;
import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.Field;
import dev.kiln.functions.fields.QuotedText;
import dev.kiln.functions.fields.TypedText;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Optional;

/** Writes a value, a comment or both to the fields that were found, and reports the changes. */
record FieldUpdate(SearchCriteria search, CaptureTemplate value, CaptureTemplate comment) {

  static FieldUpdate of(DataEntries settings, SearchCriteria search) {
    return new FieldUpdate(
        search, groups(settings, "put-value", search), groups(settings, "put-comment", search));
  }

  private static CaptureTemplate groups(DataEntries settings, String key, SearchCriteria search) {
    var groups = new CaptureTemplate(settings.text(key));
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

  /**
   * Whether a field can be updated. A list can only get a comment, and an empty list has nothing to
   * comment on.
   */
  boolean accepts(Field field) {
    return field.node().isScalar() || (!comment.isEmpty() && field.node().size() > 0);
  }

  /** Writes all comments, then all values, because an edit applies each kind in one pass. */
  void write(Edit edit, List<Field> fields) {
    if (!comment.isEmpty()) {
      fields.forEach(f -> edit.comment(f.path(), Comment.LINE, filled(comment, f.node())));
    }
    if (hasValue()) {
      fields.stream()
          .filter(f -> f.node().isScalar())
          .forEach(f -> TypedText.replace(edit, f.path(), f.node(), filled(value, f.node())));
    }
  }

  /** At the one place that was named, whether something stands there or not. */
  void writeAt(Edit edit, Path path, Optional<Node> old) {
    if (old.isPresent() && old.get().isScalar()) {
      TypedText.replace(edit, path, old.get(), value.text());
    } else {
      TypedText.create(edit, path, value.text());
    }
    if (!comment.isEmpty()) {
      edit.comment(path, Comment.LINE, comment.text());
    }
  }

  /** What to say about a field that was found. */
  List<Result> results(Resource path, Field before, Node now) {
    String message =
        comment.isEmpty() && !hasValue() ? "Matched field value " : "Mutated field value to ";
    return Changes.changed(path, before.path(), before.node(), now)
        .results(message + QuotedText.of(Changes.shown(now)));
  }

  /** What to say about the one place that was named. */
  List<Result> results(Resource changed, Path path, Optional<Node> old) {
    Node now = changed.find(path).orElseThrow();
    return Changes.changed(changed, path, old.orElse(now), now)
        .results("Mutated field value to " + QuotedText.of(value.text()));
  }

  private String filled(CaptureTemplate groups, Node node) {
    Optional<Matcher> caught = node.isScalar() ? search.findMatch(node.text()) : Optional.empty();
    return caught.map(groups::fill).orElse(groups.text());
  }
}
