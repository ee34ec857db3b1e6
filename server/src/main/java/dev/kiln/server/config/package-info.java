/**
 * The functions of a host that are not Java classes, as flags and the configuration file declare
 * them.
 */
@NullMarked
package dev.kiln.server.config;

import org.jspecify.annotations.NullMarked;
