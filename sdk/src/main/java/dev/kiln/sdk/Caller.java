package dev.kiln.sdk;

import java.io.PrintStream;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who runs a function, as the function sees it through {@link Call}.
 *
 * @param log where its messages go, asked for once there is one
 * @param deadline when nobody waits any more, null for never
 * @param cancelled asked by any thread
 */
public record Caller(
    Supplier<PrintStream> log, @Nullable Instant deadline, BooleanSupplier cancelled) {
  /** Waits as long as it takes. */
  public static Caller patient(PrintStream log) {
    return new Caller(() -> log, null, () -> false);
  }
}
