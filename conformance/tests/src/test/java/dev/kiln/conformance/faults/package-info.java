/** Servers that are broken in one way each, so that the judge can be judged. */
@NullMarked
package dev.kiln.conformance.faults;

import org.jspecify.annotations.NullMarked;
