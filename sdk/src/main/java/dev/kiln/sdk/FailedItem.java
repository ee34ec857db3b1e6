package dev.kiln.sdk;

/** Reports the item that a function was processing when it failed, and the cause. */
public final class FailedItem extends RuntimeException {
  private final transient Resource item;

  /** For a function that goes through the items itself; {@link ResourceList#mapItems} does it. */
  public FailedItem(Resource item, Throwable cause) {
    super(item.label() + ": " + cause, cause);
    this.item = item;
  }

  public Resource item() {
    return item;
  }
}
