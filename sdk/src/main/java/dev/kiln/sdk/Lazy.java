package dev.kiln.sdk;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for, by one thread while the others wait. */
final class Lazy<T> {
  private final Supplier<? extends T> maker;
  private volatile @Nullable T value;

  Lazy(Supplier<? extends T> maker) {
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
