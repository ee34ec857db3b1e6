package dev.kiln.sdk;

import java.util.Map;

/** A typical function, as an author writes it. */
public record SetLabels(@ConfigMapData Map<String, String> labels) implements ItemFunction {
  public SetLabels {
    BadInput.unless(!labels.isEmpty(), "labels", labels, "at least one label");
  }

  @Override
  public Resource apply(Resource item, Call call) {
    return item.withLabels(labels);
  }
}
