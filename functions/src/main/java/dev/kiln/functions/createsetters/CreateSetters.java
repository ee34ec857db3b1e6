package dev.kiln.functions.createsetters;

import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.FieldResults;
import dev.kiln.functions.fields.FieldWalker;
import dev.kiln.functions.fields.ItemField;
import dev.kiln.functions.fields.QuotedText;
import dev.kiln.functions.fields.SetterPattern;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;

/** Adds comments that tie fields to setters: a field is tied if it has the value of a setter. */
public final class CreateSetters implements KrmFunction {
  private static final List<Path> TYPE = List.of(Path.keys("apiVersion"), Path.keys("kind"));

  private final SetterValues values;

  private CreateSetters(SetterValues values) {
    this.values = values;
  }

  public static CreateSetters of(FunctionConfig config) {
    DataEntries settings = DataEntries.of(config);
    if (settings.entries().isEmpty()) {
      throw new BadInput("data", "empty", "setters with their values");
    }
    return new CreateSetters(SetterValues.of(settings));
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    var results = new ArrayList<Result>();
    ResourceList out = in.mapItems(item -> change(item, results));
    values
        .ignored()
        .forEach(
            name ->
                call.warn(
                    "setter %s is not used: its value is neither a scalar nor a list of scalars"
                        .formatted(name)));
    if (results.isEmpty()) {
      call.error("failed to create setters: no matches for the input list of setters");
    }
    results.forEach(call::result);
    return out;
  }

  private Resource change(Resource item, List<Result> results) {
    var comments = new ArrayList<SetterComment>();
    FieldWalker.visit(
        item,
        field ->
            values
                .patternFor(field.node())
                .ifPresent(pattern -> comments.add(SetterComment.of(field, pattern))));
    if (comments.isEmpty()) {
      return item;
    }
    Resource changed = item.edit(edit -> comments.forEach(comment -> comment.write(edit)));
    var report = new FieldResults(changed, results);
    comments.forEach(comment -> comment.report(changed, report));
    return changed;
  }

  /** The comment for one field. */
  private record SetterComment(ItemField field, Path path, String text) {
    static SetterComment of(ItemField field, String pattern) {
      return new SetterComment(field, field.path(), SetterPattern.comment(pattern));
    }

    void write(Edit edit) {
      edit.comment(path, Comment.LINE, text);
    }

    void report(Resource changed, FieldResults results) {
      Node now = changed.find(path).orElse(field.node());
      results.reportChange(
          path,
          field.node(),
          now,
          "Added line comment "
              + QuotedText.of(text)
              + " for field with value "
              + QuotedText.of(SetterValues.describe(now)));
      if (TYPE.contains(path)) {
        results.warning(path, "with this comment, setters will change the type of the resource");
      }
    }
  }
}
