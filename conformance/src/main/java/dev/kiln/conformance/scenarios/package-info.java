/** How cases are asked: most by a call, some by starting, holding, giving up or ending things. */
@NullMarked
package dev.kiln.conformance.scenarios;

import org.jspecify.annotations.NullMarked;
