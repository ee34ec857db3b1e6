package dev.kiln.sdk;

import java.util.Map;

/** What an author writes for a function as people know it. */
public record SetLabels(@ConfigMapData Map<String, String> labels) implements ItemFunction {
  public SetLabels {
    BadInput.unless(!labels.isEmpty(), "labels", labels, "at least one label");
  }

  @Override
  public Resource apply(Resource item, Call call) {
    return item.withLabels(labels);
  }
}
