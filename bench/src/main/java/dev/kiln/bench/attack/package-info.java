/** Attacks a host in many ways at once, with a well-behaved caller beside them. */
@NullMarked
package dev.kiln.bench.attack;

import org.jspecify.annotations.NullMarked;
