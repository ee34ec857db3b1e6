/**
 * The functions of a host that are not Java classes: what flags and the configuration file say of
 * them, and what runs them.
 */
@NullMarked
package dev.kiln.server.warm;

import org.jspecify.annotations.NullMarked;
