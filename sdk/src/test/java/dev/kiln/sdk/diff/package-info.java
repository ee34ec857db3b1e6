@NullMarked
package dev.kiln.sdk.diff;

import org.jspecify.annotations.NullMarked;
