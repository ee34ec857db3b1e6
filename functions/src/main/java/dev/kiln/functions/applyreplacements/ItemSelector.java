package dev.kiln.functions.applyreplacements;

import org.jspecify.annotations.Nullable;

/** A {@link Selector} whose texts were read once. */
record ItemSelector(
    IdentityPattern identity,
    @Nullable LabelSelector labelSelector,
    @Nullable LabelSelector annotationSelector) {

  static ItemSelector of(Selector selector) {
    return new ItemSelector(
        IdentityPattern.of(selector),
        parse(selector.labelSelector()),
        parse(selector.annotationSelector()));
  }

  private static @Nullable LabelSelector parse(@Nullable String selector) {
    return selector == null || selector.isEmpty() ? null : LabelSelector.of("", selector);
  }

  /** Whether an item with a matching identity is selected. */
  boolean matchesLabels(EditedItem item) {
    return (labelSelector == null || labelSelector.matches(item.written().labels()))
        && (annotationSelector == null || annotationSelector.matches(item.written().annotations()));
  }

  /** Whether this rejects the item. For a reject, either half is enough. */
  boolean rejects(EditedItem item) {
    boolean labels = labelSelector != null || annotationSelector != null;
    return (labels && matchesLabels(item))
        || (!identity.isEmpty() && identity.matches(item.identity()));
  }
}
