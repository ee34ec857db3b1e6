/** The host: each door opens an envelope, calls the Evaluator and closes it. */
@NullMarked
package dev.kiln.server;

import org.jspecify.annotations.NullMarked;
