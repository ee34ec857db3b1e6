package dev.kiln.functions.createsetters;

import dev.kiln.functions.fields.Changes;
import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.Field;
import dev.kiln.functions.fields.FieldWalker;
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
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/** Adds comments that tie fields to setters: a field is tied if it has the value of a setter. */
public final class CreateSetters implements KrmFunction {
  private static final Set<String> TYPE = Set.of("apiVersion", "kind");

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
    var comments = new LinkedHashMap<Field, String>();
    FieldWalker.visit(
        item,
        field ->
            values
                .patternFor(field.node())
                .ifPresent(pattern -> comments.put(field, SetterPattern.comment(pattern))));
    Resource changed =
        item.edit(
            edit ->
                comments.forEach((field, text) -> edit.comment(field.path(), Comment.LINE, text)));
    comments.forEach((field, text) -> results.addAll(results(changed, field, text)));
    return changed;
  }

  private static List<Result> results(Resource changed, Field field, String pattern) {
    Node now = changed.find(field.path()).orElse(field.node());
    List<Result> results =
        Changes.changed(changed, field.path(), field.node(), now)
            .results(
                "Added line comment %s for field with value %s"
                    .formatted(QuotedText.of(pattern), QuotedText.of(SetterValues.shown(now))));
    if (TYPE.contains(field.dotted())) {
      results.add(
          Result.warning("with this comment, setters will change the type of the resource")
              .on(changed)
              .at(field.path().toString()));
    }
    return results;
  }
}
