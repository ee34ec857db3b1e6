package dev.kiln.server;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.Resource;
import java.util.List;
import java.util.Map;

/**
 * What the host in small runs. As most functions, it has a schema and is bound from its
 * configuration.
 *
 * @param labels what each item gets
 * @param names read, and not used
 */
record WarmUpFunction(Map<String, String> labels, List<String> names) implements ItemFunction {
  @Override
  public Resource apply(Resource item, Call call) {
    return item.edit(
        edit -> labels.forEach((key, value) -> edit.set("metadata.labels." + key, value)));
  }
}
