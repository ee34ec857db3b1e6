/** The host, treated badly. */
@NullMarked
package dev.kiln.faults;

import org.jspecify.annotations.NullMarked;
