package dev.kiln.functions.searchreplace;

import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.FieldResults;
import dev.kiln.functions.fields.FieldWalker;
import dev.kiln.functions.fields.ItemField;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds fields by value, path or file, and sets their value or comment. */
public final class SearchReplace implements KrmFunction {
  private static final List<String> KEYS =
      List.of("by-value", "by-value-regex", "by-path", "by-file-path", "put-value", "put-comment");

  /**
   * Fields that must stay maps in every item, because an orchestrator reads the item's file from
   * them.
   */
  private static final Set<Path> METADATA =
      Set.of(Path.keys("metadata"), Path.keys("metadata", "annotations"));

  private final SearchCriteria search;
  private final FieldUpdate update;

  /** The one place to write the value to, if no search is needed. */
  private final @Nullable Path knownPath;

  private SearchReplace(SearchCriteria search, FieldUpdate update) {
    this.search = search;
    this.update = update;
    this.knownPath = update.hasValue() ? search.plainPath().orElse(null) : null;
    BadInput.unless(
        knownPath == null || !METADATA.contains(knownPath),
        "data.by-path",
        String.valueOf(knownPath),
        "a field that can be text");
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
    ResourceList out = in.mapItems(item -> search.matchesFile(item) ? change(item, results) : item);
    if (results.isEmpty()) {
      call.info("no matches");
    }
    results.forEach(call::result);
    return out;
  }

  private Resource change(Resource item, List<Result> results) {
    return knownPath == null ? updateMatches(item, results) : updatePath(knownPath, item, results);
  }

  private Resource updateMatches(Resource item, List<Result> results) {
    var found = new ArrayList<ItemField>();
    FieldWalker.visit(
        item,
        field -> {
          if (search.matches(field) && update.accepts(field)) {
            found.add(field);
          }
        });
    if (found.isEmpty()) {
      return item;
    }
    Resource changed = item.edit(edit -> update.write(edit, found));
    var report = new FieldResults(changed, results);
    for (ItemField field : found) {
      Path path = field.path();
      update.report(report, path, field.node(), changed.find(path).orElse(field.node()));
    }
    return changed;
  }

  /** Writes at one known path without a search, and creates the field where it is missing. */
  private Resource updatePath(Path path, Resource item, List<Result> results) {
    Node before = item.find(path).orElse(null);
    Resource changed = item.edit(edit -> update.writeAt(edit, path, before));
    Node now = changed.find(path).orElseThrow();
    update.reportAt(new FieldResults(changed, results), path, before, now);
    return changed;
  }
}
