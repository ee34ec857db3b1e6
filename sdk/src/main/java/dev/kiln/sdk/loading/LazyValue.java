package dev.kiln.sdk.loading;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created on first use. One thread creates it while the others wait. */
final class LazyValue<T> {
  private final Supplier<? extends T> maker;
  private volatile @Nullable T value;

  LazyValue(Supplier<? extends T> maker) {
    this.maker = maker;
  }

  T get() {
    T made = value;
    return made == null ? make() : made;
  }

  private synchronized T make() {
    T made = value;
    if (made == null) {
      made = maker.get();
      value = made;
    }
    return made;
  }
}
