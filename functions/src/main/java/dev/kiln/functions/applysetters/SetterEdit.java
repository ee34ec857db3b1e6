package dev.kiln.functions.applysetters;

import dev.kiln.functions.fields.FieldResults;
import dev.kiln.functions.fields.ItemField;
import dev.kiln.functions.fields.QuotedText;
import dev.kiln.functions.fields.SetterPattern;
import dev.kiln.functions.fields.TypedText;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The edit of one field whose comment names setters. */
sealed interface SetterEdit {
  ItemField field();

  /**
   * Removes comments about values that are replaced. It must run before all {@link #write} calls.
   */
  default void clearComments(Edit edit) {}

  void write(Edit edit);

  void report(Resource changed, FieldResults results);

  /** Returns the edit of a field; empty if its comment names no setter that has a value. */
  static Optional<SetterEdit> of(ItemField field, Map<String, String> setters) {
    return SetterPattern.findIn(field.lineComment())
        .filter(pattern -> pattern.namesAnyOf(setters.keySet()))
        .map(
            pattern ->
                field.node().isList()
                    ? list(field, pattern, setters)
                    : scalar(field, pattern, setters));
  }

  private static SetterEdit list(
      ItemField field, SetterPattern pattern, Map<String, String> setters) {
    Optional<String> setter = pattern.onlySetter();
    if (setter.isEmpty()) {
      return new Rejection(
          field, "invalid setter pattern for array node: " + QuotedText.of(pattern.text()));
    }
    String text = setters.getOrDefault(setter.get(), "");
    if (text.isEmpty()) {
      return new ListEdit(field, text, List.of());
    }
    try {
      Node parsed = Yaml.parse(text);
      if (parsed.isList()) {
        return new ListEdit(field, text, parsed.items());
      }
    } catch (BadYaml _) {
      // same message: the text is not a list
    }
    return new Rejection(
        field,
        "input to array setter must be an array of values, but found " + QuotedText.of(text));
  }

  private static SetterEdit scalar(
      ItemField field, SetterPattern pattern, Map<String, String> setters) {
    if (setters.keySet().containsAll(pattern.setters())) {
      return new ScalarEdit(field, pattern.fill(setters));
    }
    var values = new HashMap<>(pattern.readValues(field.node().text()));
    Set<String> names = pattern.setters();
    for (String name : names) {
      String given = setters.get(name);
      if (given != null) {
        values.put(name, given);
      }
    }
    List<String> missing =
        names.stream()
            .filter(name -> !values.containsKey(name))
            .map(SetterPattern::placeholder)
            .toList();
    return missing.isEmpty()
        ? new ScalarEdit(field, pattern.fill(values))
        : new Rejection(
            field, "values for setters [" + String.join(" ", missing) + "] must be provided");
  }

  /** Replaces the text of a scalar. */
  record ScalarEdit(ItemField field, String text) implements SetterEdit {
    @Override
    public void write(Edit edit) {
      TypedText.replace(edit, field.path(), field.node(), text);
    }

    @Override
    public void report(Resource changed, FieldResults results) {
      Path path = field.path();
      Node now = changed.find(path).orElseThrow();
      results.reportChange(path, field.node(), now, "set field value to " + QuotedText.of(text));
    }
  }

  /** Replaces the items of a list. */
  record ListEdit(ItemField field, String text, List<Node> items) implements SetterEdit {
    @Override
    public void clearComments(Edit edit) {
      List<Node> old = field.node().items();
      for (int i = 0; i < Math.min(old.size(), items.size()); i++) {
        if (!old.get(i).hasSameValueAs(items.get(i)) && hasSetterComment(old.get(i))) {
          edit.uncomment(field.path().index(i), Comment.LINE);
        }
      }
    }

    private static boolean hasSetterComment(Node item) {
      return item.comment(Comment.LINE).flatMap(SetterPattern::findIn).isPresent();
    }

    @Override
    public void write(Edit edit) {
      edit.set(field.path(), items);
    }

    @Override
    public void report(Resource changed, FieldResults results) {
      results.info(field.path(), "set field value to " + QuotedText.of(text));
    }
  }

  /** A field that cannot be set. */
  record Rejection(ItemField field, String reason) implements SetterEdit {
    @Override
    public void write(Edit edit) {}

    @Override
    public void report(Resource changed, FieldResults results) {
      results.error(field.path(), "failed to apply setters: " + reason);
    }
  }
}
