/**
 * {@code kiln call} and the stand-ins of {@code kiln shim}, in the shells and with the clients that
 * there are.
 */
@NullMarked
package dev.kiln.script;

import org.jspecify.annotations.NullMarked;
