package dev.kiln.bench.load.servers;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.Resource;
import java.util.Map;

/**
 * A function for a jar: it has a schema, and a record for its configuration.
 *
 * @param labels what each item gets
 */
public record LabelAsConfigured(Map<String, String> labels) implements ItemFunction {
  @Override
  public Resource apply(Resource item, Call call) {
    return item.edit(
        edit -> labels.forEach((key, value) -> edit.set("metadata.labels." + key, value)));
  }
}
