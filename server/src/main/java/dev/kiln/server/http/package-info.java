/**
 * The HTTP door: turns a POST into an {@link dev.kiln.runtime.Invocation} and its outcome into a
 * response. It knows neither YAML nor the other doors.
 */
@NullMarked
package dev.kiln.server.http;

import org.jspecify.annotations.NullMarked;
