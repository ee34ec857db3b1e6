package dev.kiln.functions.applyreplacements;

import org.jspecify.annotations.Nullable;

/** Selects resources. All conditions must hold. {@link ItemSelector} does it. */
public record Selector(
    @Nullable String group,
    @Nullable String version,
    @Nullable String kind,
    @Nullable String name,
    @Nullable String namespace,
    @Nullable String labelSelector,
    @Nullable String annotationSelector) {

  public Selector {
    check("labelSelector", labelSelector);
    check("annotationSelector", annotationSelector);
  }

  private static void check(String field, @Nullable String selector) {
    if (selector != null) {
      LabelSelector.of(field, selector);
    }
  }
}
