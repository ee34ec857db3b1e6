/** How cases are asked: most by a call, some by starting, holding, giving up or ending things. */
@NullMarked
package dev.kiln.conformance.plays;

import org.jspecify.annotations.NullMarked;
