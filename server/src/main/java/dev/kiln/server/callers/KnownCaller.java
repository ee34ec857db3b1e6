package dev.kiln.server.callers;

import dev.kiln.runtime.PermittedCaller;

/**
 * A caller whom the host told by its credentials.
 *
 * @param readsMetrics whether it may read the pages of the admin address that are about all callers
 */
public record KnownCaller(PermittedCaller caller, boolean readsMetrics) {
  /** Any caller of a host that does not tell its callers apart. */
  public static final KnownCaller ANYONE = new KnownCaller(PermittedCaller.ANYONE, true);
}
