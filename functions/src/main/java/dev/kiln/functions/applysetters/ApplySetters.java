package dev.kiln.functions.applysetters;

import dev.kiln.functions.fields.DataEntries;
import dev.kiln.functions.fields.FieldResults;
import dev.kiln.functions.fields.FieldWalker;
import dev.kiln.functions.fields.ItemField;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Sets fields to the values of the setters that their comments name. */
public final class ApplySetters implements KrmFunction {
  private final Map<String, String> setters;

  private ApplySetters(Map<String, String> setters) {
    this.setters = setters;
  }

  public static ApplySetters of(FunctionConfig config) {
    return new ApplySetters(DataEntries.of(config).entries());
  }

  /**
   * Sets all fields, or none if one cannot be set, because a partial set of values is of no use.
   */
  @Override
  public ResourceList apply(ResourceList in, Call call) {
    var results = new ArrayList<Result>();
    ResourceList out = in.mapItems(item -> change(item, results));
    List<Result> errors =
        results.stream().filter(result -> result.severity() == Severity.ERROR).toList();
    if (results.isEmpty()) {
      call.info("no matches for input setter(s)");
    }
    (errors.isEmpty() ? results : errors).forEach(call::result);
    return errors.isEmpty() ? out : in;
  }

  private Resource change(Resource item, List<Result> results) {
    var all = new ArrayList<SetterEdit>();
    var lists = new HashSet<ItemField>();
    FieldWalker.visit(
        item,
        field -> {
          if (!lists.isEmpty() && field.isInside(lists)) {
            return; // the items of this list are replaced
          }
          SetterEdit.of(field, setters).ifPresent(all::add);
          if (field.isNamedList() && !all.isEmpty() && all.getLast().field() == field) {
            lists.add(field);
          }
        });
    if (all.isEmpty()) {
      return item;
    }
    Resource changed =
        item.edit(
            edit -> {
              all.forEach(setting -> setting.clearComments(edit));
              all.forEach(setting -> setting.write(edit));
            });
    var report = new FieldResults(changed, results);
    all.forEach(setting -> setting.report(changed, report));
    return changed;
  }
}
