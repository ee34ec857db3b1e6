package dev.kiln.sdk;

/** Something went wrong while a function looked at an item: which one, and what. */
public final class FailedItem extends RuntimeException {
  private final transient Resource item;

  FailedItem(Resource item, Throwable cause) {
    super(item.label() + ": " + cause, cause);
    this.item = item;
  }

  public Resource item() {
    return item;
  }
}
