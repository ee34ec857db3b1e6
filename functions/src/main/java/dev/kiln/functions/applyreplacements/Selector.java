package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.Resource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Selects resources. All conditions must hold. */
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

  boolean selects(Resource item) {
    return matchesLabels(item) && IdentityPattern.of(this).matches(item);
  }

  /** Whether this rejects the resource. For a reject, either half is enough. */
  boolean rejects(Resource item) {
    IdentityPattern identity = IdentityPattern.of(this);
    boolean labels = isGiven(labelSelector) || isGiven(annotationSelector);
    return (labels && matchesLabels(item)) || (!identity.isEmpty() && identity.matches(item));
  }

  private static boolean isGiven(@Nullable String selector) {
    return selector != null && !selector.isEmpty();
  }

  private boolean matchesLabels(Resource item) {
    return matchesSelector(labelSelector, item.labels())
        && matchesSelector(annotationSelector, item.annotations());
  }

  private static boolean matchesSelector(@Nullable String selector, Map<String, String> labels) {
    return selector == null || LabelSelector.of("", selector).matches(labels);
  }
}
