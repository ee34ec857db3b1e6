package dev.kiln.functions.searchreplace;

import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.Field;
import dev.kiln.functions.fields.FieldWalker;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds fields by value, path or file, and sets their value or comment. */
public final class SearchReplace implements KrmFunction {
  private static final List<String> KEYS =
      List.of("by-value", "by-value-regex", "by-path", "by-file-path", "put-value", "put-comment");

  private final SearchCriteria search;
  private final FieldUpdate put;

  /** The one place to write the value to, if no search is needed. */
  private final @Nullable Path place;

  private SearchReplace(SearchCriteria search, FieldUpdate put) {
    this.search = search;
    this.put = put;
    this.place = put.hasValue() ? search.plainPath().orElse(null) : null;
  }

  public static SearchReplace of(FunctionConfig config) {
    DataEntries settings = DataEntries.of(config);
    for (String key : settings.entries().keySet()) {
      if (!KEYS.contains(key)) {
        throw new BadInput("data." + key, "unknown key", "one of " + KEYS);
      }
    }
    SearchCriteria search = SearchCriteria.of(settings);
    return new SearchReplace(search, FieldUpdate.of(settings, search));
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    var results = new ArrayList<Result>();
    ResourceList out = in.mapItems(item -> search.isInFileOf(item) ? change(item, results) : item);
    if (results.isEmpty()) {
      call.info("no matches");
    }
    results.forEach(call::result);
    return out;
  }

  private Resource change(Resource item, List<Result> results) {
    return place == null ? putWhereFound(item, results) : putAt(place, item, results);
  }

  private Resource putWhereFound(Resource item, List<Result> results) {
    var found = new ArrayList<Field>();
    FieldWalker.visit(
        item,
        field -> {
          if (search.matches(field) && put.accepts(field)) {
            found.add(field);
          }
        });
    Resource changed = item.edit(edit -> put.write(edit, found));
    for (Field field : found) {
      Node path = changed.find(field.path()).orElse(field.node());
      results.addAll(put.results(changed, field, path));
    }
    return changed;
  }

  /** Writes at one known path without a search, and creates the field where it is missing. */
  private Resource putAt(Path path, Resource item, List<Result> results) {
    Resource changed = item.edit(edit -> put.writeAt(edit, path, item.find(path)));
    results.addAll(put.results(changed, path, item.find(path)));
    return changed;
  }
}
