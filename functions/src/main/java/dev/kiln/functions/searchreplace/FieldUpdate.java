package dev.kiln.functions.searchreplace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.FieldResults;
import dev.kiln.functions.fields.ItemField;
import dev.kiln.functions.fields.LineComment;
import dev.kiln.functions.fields.QuotedText;
import dev.kiln.functions.fields.TypedText;
import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a value, a comment or both to the fields that were found, and reports the changes. */
record FieldUpdate(SearchCriteria search, CaptureTemplate value, CaptureTemplate comment) {

  static FieldUpdate of(DataEntries settings, SearchCriteria search) {
    String comment = settings.text("put-comment");
    BadInput.unless(LineComment.canHold(comment), "data.put-comment", comment, "one line");
    return new FieldUpdate(
        search,
        readTemplate(settings, "put-value", search),
        readTemplate(settings, "put-comment", search));
  }

  private static CaptureTemplate readTemplate(
      DataEntries settings, String key, SearchCriteria search) {
    var template = new CaptureTemplate(settings.text(key));
    Pattern regex = search.regex();
    if (regex != null) {
      template
          .findUnfillable(regex)
          .ifPresent(
              place -> {
                throw new BadInput(
                    "data." + key,
                    place,
                    "a group of by-value-regex, which has " + regex.groupCount());
              });
    }
    return template;
  }

  boolean hasValue() {
    return !value.isEmpty();
  }

  /**
   * Whether a field can be updated. A list can only get a comment, and an empty list has nothing to
   * comment on.
   */
  boolean accepts(ItemField field) {
    return field.node().isScalar() || (!comment.isEmpty() && field.node().size() > 0);
  }

  /** Writes all comments, then all values, because an edit applies each kind in one pass. */
  void write(Edit edit, List<ItemField> fields) {
    if (!comment.isEmpty()) {
      fields.forEach(f -> putComment(edit, f));
    }
    if (hasValue()) {
      fields.stream()
          .filter(f -> f.node().isScalar())
          .forEach(f -> TypedText.replace(edit, f.path(), f.node(), fill(value, f.node())));
    }
  }

  private void putComment(Edit edit, ItemField field) {
    String text = fill(comment, field.node());
    if (LineComment.canHold(text)) {
      edit.comment(field.path(), Comment.LINE, text);
    }
  }

  /** Writes at the one place that was named, whether a value exists there or not. */
  void writeAt(Edit edit, Path path, @Nullable Node old) {
    if (old != null && old.isScalar()) {
      TypedText.replace(edit, path, old, value.text());
    } else {
      TypedText.create(edit, path, value.text());
    }
    if (!comment.isEmpty()) {
      edit.comment(path, Comment.LINE, comment.text());
    }
  }

  /** Reports the change of a field that was found. */
  void report(FieldResults results, Path path, Node before, Node now) {
    String message =
        comment.isEmpty() && !hasValue() ? "Matched field value " : "Mutated field value to ";
    results.reportChange(path, before, now, message + QuotedText.of(describe(now)));
    String wanted = fill(comment, before);
    if (!LineComment.canHold(wanted)) {
      results.warning(
          path, "no comment was put: %s is not one line".formatted(QuotedText.of(wanted)));
    }
  }

  /** Reports the change at the one place that was named. */
  void reportAt(FieldResults results, Path path, @Nullable Node before, Node now) {
    results.reportChange(
        path,
        before == null ? now : before,
        now,
        "Mutated field value to " + QuotedText.of(value.text()));
  }

  /** Returns a value as it is written in its file, with the comment after it. */
  private static String describe(Node node) {
    String comment = node.comment(Comment.LINE).orElse("").strip();
    String text = node.isList() ? itemTexts(node) : text(node);
    return comment.isEmpty() ? text : text + " # " + comment;
  }

  private static String itemTexts(Node list) {
    return list.items().stream().map(FieldUpdate::text).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(Node node) {
    return switch (node.style()) {
      case PLAIN, SINGLE, DOUBLE -> node.toString();
      case LITERAL, FOLDED -> node.text();
      case BLOCK, FLOW -> node.isMap() ? "{...}" : "[...]";
    };
  }

  private String fill(CaptureTemplate template, Node node) {
    Optional<Matcher> match = node.isScalar() ? search.findMatch(node.text()) : Optional.empty();
    return match.map(template::fill).orElse(template.text());
  }
}
