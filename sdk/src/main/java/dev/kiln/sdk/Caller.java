package dev.kiln.sdk;

import java.io.PrintStream;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a function, as the function sees it through {@link Call}.
 *
 * @param log gives the stream for the function's messages; it is called only when the function uses
 *     its log
 * @param deadline the time at which the caller stops waiting, null for never
 * @param cancelled whether the caller no longer waits; any thread may call it
 */
public record Caller(
    Supplier<PrintStream> log, @Nullable Instant deadline, BooleanSupplier cancelled) {
  /** A caller without a deadline, which never cancels. */
  public static Caller withoutDeadline(PrintStream log) {
    return new Caller(() -> log, null, () -> false);
  }
}
