package dev.kiln.sdk.loading;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created on first use. One thread creates it while the others wait. */
final class LazyValue<T> {
  private final Supplier<? extends T> supplier;
  private volatile @Nullable T value;

  LazyValue(Supplier<? extends T> supplier) {
    this.supplier = supplier;
  }

  T get() {
    T existing = value;
    return existing == null ? create() : existing;
  }

  private synchronized T create() {
    T created = value;
    if (created == null) {
      created = supplier.get();
      value = created;
    }
    return created;
  }
}
